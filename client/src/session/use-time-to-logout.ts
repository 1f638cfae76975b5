import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { useEffect, useState } from 'react';
import { useLogoutTime } from './session.ts';

/** As of the last check; null without a planned logout. */
export function useTimeToLogout(checkMs: number = sessionLimits.countdownCheckMs): number | null {
  const logoutTimeMs = useLogoutTime();
  const [nowMs, setNowMs] = useState(Date.now);

  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), checkMs);
    return () => clearInterval(timer);
  }, [checkMs]);

  return logoutTimeMs === null ? null : Math.max(0, logoutTimeMs - nowMs);
}
