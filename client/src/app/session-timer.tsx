import { useQuery } from '@tanstack/react-query';
import { sessionLimits } from 'contract/accounts.constants.ts';
import { useEffect, useRef } from 'react';
import {
  type Session,
  endSession,
  updateSessionUser,
  readLogoutTime,
  storeLogoutTime,
} from '#session/session.ts';
import { toast } from '#ui/toast.ts';
import { isSignedOut, ownUser } from '#session/session.queries.ts';
import { useTimeToLogout } from '#session/use-time-to-logout.ts';
import { useLogout } from './use-logout.ts';

/** Keeps the planned logout time in step with the server's, and signs out, once, when it is reached. */
export function SessionTimer({ session }: { session: Session }) {
  const { mutate: logout } = useLogout();
  const isOver = useTimeToLogout() === 0;
  usePlannedLogout(session, !isOver);
  const isTriggered = useRef(false);

  useEffect(() => {
    if (!isOver || isTriggered.current) return;
    isTriggered.current = true;
    // The session has expired on the server, too; this screen signs out even if the server cannot be reached.
    logout(session, { onError: () => endSession(session) });
  }, [isOver, logout, session]);

  return null;
}

function usePlannedLogout(session: Session, enabled: boolean) {
  const { data, error } = useQuery({
    ...ownUser(session),
    enabled,
    refetchInterval: sessionLimits.timerRefetchMs,
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: false,
  });

  const lastLogin = data?.last_login_time;
  const { clockOffsetMs } = session;
  useEffect(() => {
    if (!lastLogin) return;
    storeLogoutTime(Date.parse(lastLogin) + sessionLimits.sessionMs - clockOffsetMs);
  }, [lastLogin, clockOffsetMs]);

  // Also what staff have changed about the user.
  useEffect(() => {
    if (data) updateSessionUser(data);
  }, [data]);

  useEffect(() => {
    if (!error || isSignedOut(error)) return;
    if (readLogoutTime() === null) {
      toast.error('Could not retrieve session information. Auto-logout disabled.');
    } else {
      toast.warn('Could not refresh session timer. Auto-logout may be inaccurate.');
    }
  }, [error]);
}
