import { useEffect, useState } from 'react';

/** The text once it has not changed for `delayMs`; an empty one at once. */
export function useDebouncedValue(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text ? delayMs : 0);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
}
