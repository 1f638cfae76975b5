import { startTransition, useCallback, useEffect, useState } from 'react';

/** About 50 ms of layout on a slow phone. */
const yearsPerFrame = 5;

/** The open years of a schedule. Opening all takes several frames, so the page stays responsive. */
export function useOpenedYears(count: number, atFirst: readonly number[]) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set(atFirst));
  /** The next year to open while "Open All Years" is in progress. */
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
