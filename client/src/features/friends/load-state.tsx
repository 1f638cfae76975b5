import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './load-state.module.css';

interface LoadFailureProps {
  what: string;
  /** Null for none. Render this always, so that a screen reader hears of one that comes. */
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

/** What stands in place of data that is not there: it is coming, or why it is not and another try. */
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
