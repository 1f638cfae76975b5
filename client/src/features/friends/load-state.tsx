import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';

interface LoadFailureProps {
  what: string;
  /** Null without a failure. Always rendered, so that screen readers announce a later failure. */
  error: Error | null;
  retry: () => void;
}

export function LoadFailure({ what, error, retry }: LoadFailureProps) {
  return (
    <LiveRegion role="alert">
      {error && (
        <Alert tone="error" title={`Could not load ${what}.`}>
          <p>{error.message}</p>
          <Button className="self-start" onClick={retry}>
            Try Again
          </Button>
        </Alert>
      )}
    </LiveRegion>
  );
}

/** Displayed instead of missing data: a loading indicator, or the failure with a retry. */
export function LoadState(failure: LoadFailureProps) {
  return (
    <>
      {!failure.error && (
        <p className="flex items-center gap-3 px-2 py-4 text-sm text-muted">
          <Spinner /> Loading {failure.what}…
        </p>
      )}
      <LoadFailure {...failure} />
    </>
  );
}
