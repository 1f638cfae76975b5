import { useMutation } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts.constants.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { paths } from '#parts/paths.ts';
import { call } from '#session/call.ts';
import { type Session, endSession } from '#session/session.ts';
import { keepLogout } from '#session/unsent-logouts.ts';
import { toast } from '#ui/toast.ts';

/** Without a connection the session ends here at once, and later at the server. A refused logout changes nothing. */
export function useLogout() {
  const navigate = useNavigate();
  const leave = (session: Session) => {
    // Synchronously: the redirect to the login comes first, and the navigation below replaces it.
    flushSync(() => endSession(session));
    void navigate(paths.core);
  };
  return useMutation({
    mutationFn: ({ refresh }: Session) => call('logout', { body: { refresh_token: refresh } }),
    onSuccess: (_, session) => {
      leave(session);
      toast.success(accountMessages.loggedOut);
    },
    onError: (error, session) => {
      if (!(error instanceof ApiError) || error.status !== 0) {
        toast.error('An logout error occurred.');
        return;
      }
      keepLogout(session);
      leave(session);
      toast.warn('Logged out in this browser. The server is told as soon as it can be reached.');
    },
  });
}
