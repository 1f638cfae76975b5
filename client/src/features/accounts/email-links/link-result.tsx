import { messages } from 'contract/texts.ts';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { failureText } from '#api/failures.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Button } from '#ui/controls/button.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { loginLink } from '../access-card.tsx';
import type { AccountLink } from '../accounts.queries.ts';
import { type Destination, RedirectCountdown } from './redirect-countdown.tsx';

export function useAccountLink(): AccountLink {
  const { uid = '', token = '' } = useParams();
  return { uid, token };
}

interface LinkResultProps {
  pending: string | false;
  success: string | undefined;
  /** No redirect if undefined. */
  redirectSeconds?: number | undefined;
  destination?: Destination;
  children?: ReactNode;
}

const login: Destination = { to: paths.login, name: 'login', label: loginLink.label };

/** Announces progress and success to screen readers, once each. */
export function LinkResult({
  pending,
  success,
  redirectSeconds,
  destination = login,
  children,
}: LinkResultProps) {
  return (
    <>
      <LiveRegion>
        {pending && (
          <p className="flex items-center gap-3 text-muted">
            <Spinner />
            {pending}
          </p>
        )}
        {success && (
          <Alert tone="ok" title={success}>
            {children}
            {redirectSeconds && (
              <VisuallyHidden>
                Redirecting to {destination.name} in {redirectSeconds} seconds, unless you stay.
              </VisuallyHidden>
            )}
          </Alert>
        )}
      </LiveRegion>
      {success && redirectSeconds && (
        <RedirectCountdown seconds={redirectSeconds} destination={destination} />
      )}
    </>
  );
}

const fallbacks = {
  fallbackText: messages.anErrorOccurred,
  networkErrorText: messages.anUnexpectedErrorOccurred,
};

/** Offers a retry, except for an invalid or expired link, which fails again. */
export function LinkFailure({
  error,
  title = failureText(error, fallbacks),
  advice,
  retry,
}: {
  error: Error;
  title?: string;
  advice: ReactNode;
  retry: () => unknown;
}) {
  if (error instanceof ApiError && [400, 403, 404].includes(error.status)) {
    return (
      <Alert tone="error" role="alert" title={title}>
        <p>{advice}</p>
      </Alert>
    );
  }
  const reason = failureText(error, { fallbackText: '', networkErrorText: 'The server did not answer.' });
  return (
    <>
      <Alert tone="error" role="alert" title={title}>
        {reason && reason !== title && <p>{reason}</p>}
      </Alert>
      <Button className="self-start" onClick={() => void retry()}>
        Try Again
      </Button>
    </>
  );
}
