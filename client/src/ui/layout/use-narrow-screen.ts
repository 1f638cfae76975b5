import { layoutLimits } from 'contract/layout.constants.ts';
import { useCallback, useSyncExternalStore } from 'react';

/** Whether the narrow layout applies, for components whose structure differs there. */
export function useNarrowScreen(atMostPx: number = layoutLimits.narrowScreenPx): boolean {
  const query = `(max-width: ${atMostPx}px)`;
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}
