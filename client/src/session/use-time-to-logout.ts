import { sessionLimits } from 'contract/accounts.constants.ts';
import { useEffect, useState } from 'react';
import { useLogoutTime } from './session.ts';

/** Null when no automatic logout is planned. */
export function useTimeToLogout(): number | null {
  const logoutTimeMs = useLogoutTime();
  const [nowMs, setNowMs] = useState(Date.now);

  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), sessionLimits.countdownCheckMs);
    return () => clearInterval(timer);
  }, []);

  return logoutTimeMs === null ? null : Math.max(0, logoutTimeMs - nowMs);
}
