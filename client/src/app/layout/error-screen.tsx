import { layoutTexts, messages } from 'contract/texts.ts';
import { lazy, Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { UserError } from '#api/api-error.ts';
import { messageOf } from '#api/response.ts';
import { isChunkError, reloadIfReachable } from '#parts/lazy/chunk-errors.ts';
import { ReloadButton } from '#parts/lazy/reload-button.tsx';
import { paths } from '#parts/navigation/paths.ts';
import { Button } from '#ui/controls/button.tsx';
import { PageHeading } from '#ui/layout/page-heading.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { useListener } from '#ui/use-listener.ts';
import { useReloadOnChunkError } from './reload-on-chunk-error.ts';

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
