import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';

const chunkErrors = new WeakSet();

window.addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

/**
 * Reloads the page after a chunk could not be loaded. After an upgrade the server no longer has the chunks of an older
 * page, and neither the router nor the browser retries.
 * @returns whether the page is about to be reloaded.
 */
export function useReloadOnChunkError(error: unknown): boolean {
  // A new visit to the screen is a new attempt.
  const { key } = useLocation();
  const forms = useUnsavedForms();
  const [failedKey, setFailedKey] = useState<string>();
  const isChunk = isChunkError(error);

  useEffect(() => {
    async function reloadOnce() {
      if (!forms.first() && (await isReloadUseful())) window.location.reload();
      else setFailedKey(key);
    }
    if (isChunk) void reloadOnce();
  }, [isChunk, key, forms]);

  return isChunk && failedKey !== key;
}

export function isChunkError(error: unknown): boolean {
  return error instanceof Error && chunkErrors.has(error);
}

/** A second reload within a minute would probably fail, too. */
async function isReloadUseful(): Promise<boolean> {
  return !wasJustReloaded() && isServerReachable();
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

async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch('/', { cache: 'no-store', signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

function wasJustReloaded(): boolean {
  const isReload = performance
    .getEntriesByType('navigation')
    .some((entry) => entry.toJSON().type === 'reload');
  return isReload && performance.now() < 60_000;
}
