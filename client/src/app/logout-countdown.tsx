import { sessionLimits } from 'contract/accounts.constants.ts';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { useTimeToLogout } from '#session/use-time-to-logout.ts';
import styles from './logout-countdown.module.css';

/** Minutes and seconds until the automatic logout. Announced to screen readers twice, near the end. */
export function LogoutCountdown() {
  const remainingMs = useTimeToLogout();
  if (remainingMs === null) return null;

  const seconds = Math.floor(remainingMs / 1000);
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  // Changes, and so is announced, only when a threshold is passed; thresholds are sorted from long to short.
  const passedMs = sessionLimits.countdownAnnouncementsMs.findLast((limitMs) => remainingMs <= limitMs);
  return (
    <>
      <p className={styles.countdown} role="timer" aria-label="Time until automatic logout">
        <span aria-hidden="true">LOGOUT </span>
        <time className={styles.clock} dateTime={`PT${seconds}S`}>
          {clock}
        </time>
      </p>
      <VisuallyHidden>
        <output>{passedMs !== undefined && `Automatic logout within ${minutes(passedMs)}.`}</output>
      </VisuallyHidden>
    </>
  );
}

function minutes(durationMs: number): string {
  const count = durationMs / 60_000;
  return count === 1 ? '1 minute' : `${count} minutes`;
}
