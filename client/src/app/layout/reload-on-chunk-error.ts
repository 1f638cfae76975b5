import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';

const chunkErrors = new WeakSet();

window.addEventListener('vite:preloadError', ({ payload }) => chunkErrors.add(payload));

/**
 * Reloads the page after a failed load of a chunk: after an upgrade the server no longer has the chunks of an older
 * page, and neither the router nor a browser retries.
 * @returns whether the page is about to be reloaded.
 */
export function useReloadOnChunkError(error: unknown): boolean {
  // Every visit is another attempt.
  const { key } = useLocation();
  const forms = useUnsavedForms();
  const [failedKey, setFailedKey] = useState<string>();
  const isChunkError = error instanceof Error && chunkErrors.has(error);

  useEffect(() => {
    async function reloadOnce() {
      if (!forms.first() && (await isReloadUseful())) window.location.reload();
      else setFailedKey(key);
    }
    if (isChunkError) void reloadOnce();
  }, [isChunkError, key, forms]);

  return isChunkError && failedKey !== key;
}

/** Once only, and not where the browser's own error page would replace the app. */
async function isReloadUseful(): Promise<boolean> {
  if (wasJustReloaded()) return false;
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
