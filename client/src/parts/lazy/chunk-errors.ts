const chunkErrors = new WeakSet();

if (!import.meta.env.SSR)
  window.addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

/** Whether the code of a screen or dialog could not be loaded. */
export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error);
}

/**
 * Reloads the page if the server responds; otherwise the browser's error page would replace the app. Resolves to
 * whether it reloads.
 */
export async function reloadIfReachable(): Promise<boolean> {
  if (!(await isServerReachable())) return false;
  window.location.reload();
  return true;
}

export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}
