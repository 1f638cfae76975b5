import type { ReactNode } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { LiveRegion } from '#ui/live-region.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { isLinkJudged } from './account-link.ts';
import { failureText } from './failure-text.ts';
import styles from './link-result.module.css';
import { RedirectCountdown } from './redirect-countdown.tsx';

interface LinkResultProps {
  /** What is going on, while it is. */
  pending: string | false;
  /** What the link brought about. */
  success: string | undefined;
  /** How long the success stays before the login comes; without it, it stays. */
  redirectSeconds?: number | undefined;
  /** What more there is to say of the success. */
  children?: ReactNode;
}

/** What an emailed link's call is doing or has done, in a region that announces each of it once. */
export function LinkResult({ pending, success, redirectSeconds, children }: LinkResultProps) {
  return (
    <>
      <LiveRegion>
        {pending && (
          <p className={styles.pending}>
            <Spinner />
            {pending}
          </p>
        )}
        {success && (
          <Alert tone="ok" title={success}>
            {children}
            {redirectSeconds && (
              <VisuallyHidden>
                The login follows in {redirectSeconds} seconds, unless you stay.
              </VisuallyHidden>
            )}
          </Alert>
        )}
      </LiveRegion>
      {success && redirectSeconds && <RedirectCountdown seconds={redirectSeconds} />}
    </>
  );
}

interface LinkFailureProps {
  error: Error;
  title: string;
  /** What to do about a link that the server will not take. */
  advice: ReactNode;
  retry: () => unknown;
}

/** A link that the server judged cannot be helped; any other failure may pass with another try. */
export function LinkFailure({ error, title, advice, retry }: LinkFailureProps) {
  if (isLinkJudged(error)) {
    return (
      <Alert tone="error" role="alert" title={title}>
        <p>{advice}</p>
      </Alert>
    );
  }
  const reason = failureText(error, { unsaid: '', unanswered: 'The server did not answer.' });
  return (
    <>
      <Alert tone="error" role="alert" title={title}>
        {reason && reason !== title && <p>{reason}</p>}
      </Alert>
      <Button className={styles.retry} onClick={() => void retry()}>
        Try Again
      </Button>
    </>
  );
}
