import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { isChunkError, isServerReachable } from '#parts/lazy/chunk-errors.ts';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';

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
      if (!forms.firstUnsaved() && (await isReloadUseful())) window.location.reload();
      else setFailedKey(key);
    }
    if (isChunk) void reloadOnce();
  }, [isChunk, key, forms]);

  return isChunk && failedKey !== key;
}

/** A second reload within a minute would probably fail, too. */
async function isReloadUseful(): Promise<boolean> {
  return !wasJustReloaded() && isServerReachable();
}

function wasJustReloaded(): boolean {
  const isReload = performance
    .getEntriesByType('navigation')
    .some((entry) => entry.toJSON().type === 'reload');
  return isReload && performance.now() < 60_000;
}
