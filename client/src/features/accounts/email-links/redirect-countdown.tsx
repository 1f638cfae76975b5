import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '#ui/controls/button.tsx';

export interface Destination {
  to: string;
  /** The name within a sentence. */
  name: string;
  label: string;
}

interface RedirectCountdownProps {
  seconds: number;
  destination: Destination;
}

/**
 * Redirects unless the user stays (WCAG 2.2.1). Screen readers hear the delay once, from the message above.
 */
export function RedirectCountdown({ seconds, destination: { to, name, label } }: RedirectCountdownProps) {
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
          Redirecting to {name} in <strong className="text-accent">{left}</strong>{' '}
          {left === 1 ? 'second' : 'seconds'}...
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
