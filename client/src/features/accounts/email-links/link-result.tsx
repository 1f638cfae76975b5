import { nounAfter } from 'contract/counts.ts';
import { messages } from 'contract/texts.ts';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
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

export function useAccountLink(): AccountLink {
  const { uid = '', token = '' } = useParams();
  return { uid, token };
}

export interface Destination {
  to: string;
  /** The name within a sentence. */
  name: string;
  label: string;
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

interface RedirectCountdownProps {
  seconds: number;
  destination: Destination;
}

/**
 * Redirects unless the user stays (WCAG 2.2.1). Screen readers hear the delay once, from the message above.
 */
function RedirectCountdown({ seconds, destination: { to, name, label } }: RedirectCountdownProps) {
  const navigate = useNavigate();
  const [left, setLeft] = useState(seconds);
  const [isStopped, setStopped] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  // Replaces this page, so that going back does not restart the countdown.
  const redirect = useEffectEvent(() => void navigate(to, { replace: true }));

  useEffect(() => {
    if (isStopped) return;
    // Computed from the clock, because browsers throttle timers in background tabs.
    const endsAtMs = Date.now() + seconds * 1000;
    const timer = setInterval(() => {
      const remaining = Math.max(0, Math.ceil((endsAtMs - Date.now()) / 1000));
      setLeft(remaining);
      if (remaining > 0) return;
      clearInterval(timer);
      redirect();
    }, 1000);
    return () => clearInterval(timer);
  }, [seconds, isStopped]);

  function stay() {
    // The focused button is about to disappear.
    link.current?.focus();
    setStopped(true);
  }

  return (
    <div className="flex flex-col gap-4">
      {!isStopped && (
        <p className="text-muted tabular-nums" role="timer" aria-live="off">
          Redirecting to {name} in <strong className="text-strong">{left}</strong> {nounAfter(left, 'second')}
          ...
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button ref={link} variant="primary" to={to} replace>
          {label}
        </Button>
        {!isStopped && <Button onClick={stay}>Stay here</Button>}
      </div>
    </div>
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
