import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useListener } from '#ui/use-listener.ts';

/** Whether the page is being printed. Rendered synchronously, because the browser lays out the page right after the event. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useListener('beforeprint', () => flushSync(() => setPrinting(true)));
  useListener('afterprint', () => setPrinting(false));
  return printing;
}
