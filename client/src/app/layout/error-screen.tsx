import { layoutTexts, messages } from 'contract/texts.ts';
import { lazy, Suspense, useEffect, useState } from 'react';
import { isRouteErrorResponse, useLocation, useRouteError } from 'react-router-dom';
import { UserError } from '#api/api-error.ts';
import { messageOf } from '#api/response.ts';
import { isChunkError, isServerReachable, reloadIfReachable } from '#parts/lazy/chunk-errors.ts';
import { ReloadButton } from '#parts/lazy/reload-button.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { useUnsavedForms } from '#parts/unsaved/unsaved-forms.tsx';
import { Button } from '#ui/controls/button.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { useListener } from '#ui/use-listener.ts';

const NotFoundScreen = lazy(() => import('./not-found-screen.tsx'));

export function RouteErrorScreen() {
  const error = useRouteError();
  const isReloading = useReloadOnChunkError(error);
  if (isReloading) return <Loading />;
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <Suspense fallback={<Loading />}>
        <NotFoundScreen />
      </Suspense>
    );
  }
  if (!navigator.onLine) return <OfflineScreen />;
  return (
    <div
      className="mx-auto flex min-h-[60vh] max-w-page flex-col items-start justify-center gap-5"
      role="alert"
    >
      <PageHeading title="Error">{errorText(error) || layoutTexts.systemError}</PageHeading>
      {isChunkError(error) && <p>{messages.screenNotLoaded}</p>}
      <div className="flex flex-wrap gap-3">
        <ReloadButton />
        <Button to={paths.core} reloadDocument>
          {layoutTexts.returnToCore}
        </Button>
      </div>
    </div>
  );
}

/** Comes back by itself with the connection. */
function OfflineScreen() {
  useListener('online', () => void reloadIfReachable());
  return (
    <div
      className="mx-auto flex min-h-[60vh] max-w-page flex-col items-start justify-center gap-5"
      role="alert"
    >
      <PageHeading title="Offline">{messages.offline}</PageHeading>
      <div className="flex flex-wrap gap-3">
        <ReloadButton />
        <Button to={paths.loanCalculator}>Open the loan calculator</Button>
      </div>
    </div>
  );
}

/** The message for the user; empty for program errors, whose messages are not for users. */
function errorText(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (!isRouteErrorResponse(error)) return '';
  const data: unknown = error.data;
  return (typeof data === 'string' ? data : messageOf(data)) || error.statusText;
}

/**
 * Reloads the page after a chunk could not be loaded. After an upgrade the server no longer has the chunks of an older
 * page, and neither the router nor the browser retries.
 * @returns whether the page is about to be reloaded.
 */
function useReloadOnChunkError(error: unknown): boolean {
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
