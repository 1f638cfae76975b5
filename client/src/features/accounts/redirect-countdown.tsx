import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { Button } from '#ui/button.tsx';
import styles from './redirect-countdown.module.css';
import { useCountdown } from './use-countdown.ts';

/**
 * Redirects to the login when the time is over. The seconds are visual only: a screen reader hears the target and the
 * delay once, from the message above. A user who needs longer can stay (WCAG 2.2.1).
 */
export function RedirectCountdown({ seconds }: { seconds: number }) {
  const navigate = useNavigate();
  // In place of this page, so that going back does not start the countdown again.
  const { left, stop } = useCountdown(seconds, () => void navigate(paths.login, { replace: true }));
  const login = useRef<HTMLAnchorElement>(null);

  function stay() {
    // The pressed button disappears, so its neighbour takes the focus.
    login.current?.focus();
    stop();
  }

  return (
    <div className={styles.countdown}>
      {left !== null && (
        <p className={styles.time} role="timer" aria-live="off">
          Redirecting to login in <strong>{left}</strong> {left === 1 ? 'second' : 'seconds'}...
        </p>
      )}
      <div className={styles.actions}>
        <Button ref={login} variant="primary" to={paths.login} replace>
          ACCESS SYSTEM
        </Button>
        {left !== null && <Button onClick={stay}>Stay here</Button>}
      </div>
    </div>
  );
}
