import { startTransition, useEffect, useMemo, useState } from 'react';

/** Laid out in about 50 ms on a slow phone, so that whatever is pressed meanwhile is answered in time. */
const rowsPerStep = 60;

/**
 * A long list in steps, one more in each frame until all are there; all at once where `isUrgent`. Every step
 * keeps its identity, so that a memoized component shows it once.
 */
export function useSteps<Row>(rows: Row[], isUrgent: boolean): Row[][] {
  const steps = useMemo(() => {
    const count = Math.ceil(rows.length / rowsPerStep);
    return Array.from({ length: count }, (_, index) =>
      rows.slice(index * rowsPerStep, (index + 1) * rowsPerStep),
    );
  }, [rows]);
  const [shown, setShown] = useState(1);

  useEffect(() => {
    if (shown >= steps.length) return;
    const frame = requestAnimationFrame(() => startTransition(() => setShown(shown + 1)));
    return () => cancelAnimationFrame(frame);
  }, [shown, steps]);

  return isUrgent ? steps : steps.slice(0, shown);
}
