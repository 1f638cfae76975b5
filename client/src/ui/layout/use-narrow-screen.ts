import { layoutLimits } from 'contract/layout.constants.ts';
import { useCallback, useSyncExternalStore } from 'react';

const atMost = (px: number) => `(max-width: ${px}px)`;

const normalTextPx = 16;

/** How much larger the text is than normal. Queries of the media do not see a size that the page has. */
function textScale(): number {
  const { fontSize } = getComputedStyle(document.documentElement);
  return (Number.parseFloat(fontSize) || normalTextPx) / normalTextPx;
}

function subscribeToSizes(listener: () => void) {
  // With the size of the text, the height of the page changes.
  const observer = new ResizeObserver(listener);
  observer.observe(document.body);
  window.addEventListener('resize', listener);
  return () => {
    observer.disconnect();
    window.removeEventListener('resize', listener);
  };
}

/** Whether the screen is at most as wide as this for text of the normal size; with larger text, wider screens are narrow, too. */
export const useNarrowForText = (atMostPx: number): boolean =>
  useSyncExternalStore(
    subscribeToSizes,
    () => window.matchMedia(atMost(atMostPx * textScale())).matches,
    () => false,
  );

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
