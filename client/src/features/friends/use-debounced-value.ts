import { useEffect, useState } from 'react';

/** A text once it has stood still for a while; an empty one at once. */
export function useDebouncedValue(text: string, delayMs: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? delayMs : 0);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return settled;
}
