import { siteUrl } from 'contract/first-load-urls.ts';
import { useEffect, useSyncExternalStore } from 'react';
import type { ResponseOf } from '#api/call.ts';
import { whenIdle } from '#parts/query/when-idle.ts';

export type Site = ResponseOf<'getSite'>;

let known: Site | undefined;
let isAsked = false;
const listeners = new Set<() => void>();

/**
 * The site's public settings; undefined while they load. Does not use the query library, which is not in the first
 * load.
 */
export function useSite(): Site | undefined {
  useEffect(() => {
    if (isAsked) return;
    isAsked = true;
    whenIdle(() => void reloadSite('default'));
  }, []);
  return useSyncExternalStore(subscribe, () => known);
}

/** After a failure the previous value stays. */
export async function reloadSite(cache: RequestCache): Promise<void> {
  const response = await fetch(new URL(siteUrl, window.location.origin), { cache }).catch(() => null);
  if (!response?.ok) return;
  known = (await response.json()) as Site;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

document.addEventListener('visibilitychange', () => {
  if (known && document.visibilityState === 'visible') void reloadSite('default');
});
