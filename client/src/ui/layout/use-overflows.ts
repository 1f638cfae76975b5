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
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current!);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `measure` reads nothing that changes.
  }, []);

  return overflows;
}
