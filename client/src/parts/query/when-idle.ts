import { useEffect, useState } from 'react';

const patienceMs = 1_000;

/**
 * Calls back once the browser has painted and has nothing else to do, so that what the first paint does not need takes
 * no part of the connection from what it needs.
 * @returns what takes the call back.
 */
export function whenIdle(callback: () => void): () => void {
  // Safari has no idle callbacks.
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(callback);
    return () => clearTimeout(timer);
  }
  const id = requestIdleCallback(callback, { timeout: patienceMs });
  return () => cancelIdleCallback(id);
}

/** For queries of what stands below the first paint. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
