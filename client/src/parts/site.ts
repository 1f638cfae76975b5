import { siteUrl } from 'contract/preloaded-urls.ts';
import { useEffect, useSyncExternalStore } from 'react';
import type { ResponseOf } from '#api/call.ts';

export type Site = ResponseOf<'getSite'>;

let known: Site | undefined;
let first: Promise<void> | undefined;
const listeners = new Set<() => void>();

/**
 * What the site says of itself, as its settings have it; undefined until it is there. Without the query library, which
 * is no part of the first load.
 */
export function useSite(): Site | undefined {
  useEffect(() => {
    first ??= reloadSite('default');
  }, []);
  return useSyncExternalStore(subscribe, () => known);
}

/** What was known stays where it fails. */
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
