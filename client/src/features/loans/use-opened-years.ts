import { startTransition, useCallback, useEffect, useState } from 'react';

/** Laid out in about 50 ms on a slow phone, so that whatever is pressed meanwhile is answered in time. */
const yearsPerFrame = 5;

/** Which years of a schedule are open. Those of `openAtFirst` are at first; all of them open a few in each frame. */
export function useOpenedYears(count: number, openAtFirst: readonly number[]) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set(openAtFirst));
  /** The next year to open, while all are being opened. */
  const [next, setNext] = useState<number | null>(null);

  useEffect(() => {
    if (next === null) return;
    const frame = requestAnimationFrame(() =>
      startTransition(() => {
        const step = Array.from({ length: yearsPerFrame }, (_, index) => next + index);
        setOpened((before) => new Set([...before, ...step]));
        setNext(next + yearsPerFrame > count ? null : next + yearsPerFrame);
      }),
    );
    return () => cancelAnimationFrame(frame);
  }, [next, count]);

  const toggle = useCallback((year: number) => {
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(year)) after.add(year);
      return after;
    });
  }, []);

  return {
    opened,
    areAllOpen: Array.from({ length: count }, (_, index) => index + 1).every((year) => opened.has(year)),
    toggle,
    open: (year: number) => setOpened((before) => new Set([...before, year])),
    openAll: () => setNext(1),
    closeAll: () => {
      setNext(null);
      setOpened(new Set());
    },
  };
}
