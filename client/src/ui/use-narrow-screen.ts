import { layoutLimits } from 'contract/limits.ts';
import { useSyncExternalStore } from 'react';

const query = `(max-width: ${layoutLimits.narrowScreenPx}px)`;

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the narrow layouts apply: for parts whose structure differs, not only their looks. */
export function useNarrowScreen(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
