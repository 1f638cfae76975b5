import { useEffect, useState } from 'react';

/** The text after it has not changed for `delayMs`. An empty text is returned without a delay. */
export function useDebouncedValue(text: string, delayMs: number): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), text ? delayMs : 0);
    return () => clearTimeout(timer);
  }, [text, delayMs]);
  return debounced;
}
