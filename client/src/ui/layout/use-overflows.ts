import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';

/** Whether part of the content is clipped. */
export function useOverflows(ref: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);

  function measure() {
    const element = ref.current;
    setOverflows(element !== null && element.scrollHeight > element.clientHeight);
  }

  useLayoutEffect(measure);

  useEffect(() => {
    const resized = new ResizeObserver(measure);
    resized.observe(ref.current!);
    return () => resized.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `measure` reads nothing that changes.
  }, []);

  return overflows;
}
