import { useQuery } from '@tanstack/react-query';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { durationTexts } from 'contract/durations.ts';
import { useEffect, useRef } from 'react';
import { isSignedOut, ownUser } from '#session/session.queries.ts';
import {
  type Session,
  endSession,
  updateSessionUser,
  readLogoutTime,
  storeLogoutTime,
} from '#session/session.ts';
import { useTimeToLogout } from '#session/use-time-to-logout.ts';
import { toast } from '#ui/feedback/toast.ts';
import { useLogout } from './use-logout.ts';

const message = `Automatic logout, ${durationTexts.session} after your sign-in.`;

/** Synchronizes the time of the automatic logout with the server, and signs out once at that time. */
export function SessionTimer({ session }: { session: Session }) {
  const { mutate: logout } = useLogout(message);
  const isOver = useTimeToLogout() === 0;
  usePlannedLogout(session, !isOver);
  const isTriggered = useRef(false);

  useEffect(() => {
    if (!isOver || isTriggered.current) return;
    isTriggered.current = true;
    // If the server is unreachable, only this browser signs out: on the server, the session has expired.
    logout(session, {
      onError: () => {
        endSession(session);
        toast.info(message);
      },
    });
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

  // The stored user includes changes by staff, such as another role.
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
