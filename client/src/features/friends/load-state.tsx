import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './load-state.module.css';

interface LoadFailureProps {
  what: string;
  /** Null for none. Always rendered, so that screen readers announce a later failure. */
  error: Error | null;
  retry: () => void;
}

export function LoadFailure({ what, error, retry }: LoadFailureProps) {
  return (
    <LiveRegion role="alert">
      {error && (
        <Alert tone="error" title={`Could not load ${what}.`}>
          <p>{error.message}</p>
          <Button className={styles.retry} onClick={retry}>
            Try Again
          </Button>
        </Alert>
      )}
    </LiveRegion>
  );
}

/** Shown instead of missing data: a sign of loading, or the failure with a retry. */
export function LoadState(failure: LoadFailureProps) {
  return (
    <>
      {!failure.error && (
        <p className={styles.loading}>
          <Spinner /> Loading {failure.what}…
        </p>
      )}
      <LoadFailure {...failure} />
    </>
  );
}
