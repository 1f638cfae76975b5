import { layoutLimits } from 'contract/layout.constants.ts';
import { useCallback, useSyncExternalStore } from 'react';

const atMost = (px: number) => `(max-width: ${px}px)`;

export const narrowScreenQuery = atMost(layoutLimits.narrowScreenPx);

/** Whether the narrow layout applies, for components whose structure differs there. */
export function useNarrowScreen(atMostPx: number = layoutLimits.narrowScreenPx): boolean {
  const query = atMost(atMostPx);
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}
