import { accountMessages } from 'contract/accounts/accounts.constants.ts';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { useEffect } from 'react';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';
import { type Session, endSession } from '#session/session.ts';
import { storeUnsentLogout } from '#session/unsent-logouts.ts';
import { toast } from '#ui/feedback/toast.ts';

/**
 * While offline, the session ends immediately in this browser and later on the server. A refused logout changes
 * nothing. A message about the logout comes after the end of the session, which closes the toasts of its user.
 */
export function useLogout(message?: string) {
  const navigate = useNavigate();
  const leave = (session: Session) => {
    // Synchronous, so that the redirect to the login comes first and the navigation below replaces it.
    flushSync(() => endSession(session));
    if (message !== undefined) toast.info(message);
    void navigate(paths.core);
  };
  useEffect(() => {
    toast.preload();
  }, []);
  return useApiMutation({
    mutationFn: ({ refresh }: Session) =>
      call('logout', {
        body: { refresh_token: refresh },
        // A server that does not respond in time counts as unreachable.
        signal: AbortSignal.timeout(sessionLimits.refreshTimeoutMs),
      }),
    success: () => accountMessages.loggedOut,
    onSuccess: (_, session) => leave(session),
    onError: (error, session) => {
      if (error instanceof ApiError && error.status !== 0) {
        toast.error('An logout error occurred.');
        return;
      }
      storeUnsentLogout(session);
      leave(session);
      toast.warn(
        "You are signed out in this browser. It keeps the session's refresh token until the server can be reached to end the session.",
      );
    },
  });
}
