import { useMutation } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts.constants.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { paths } from '#parts/paths.ts';
import { call } from '#session/call.ts';
import { type Session, endSession } from '#session/session.ts';
import { toast } from '#ui/toast.ts';

/** A session that the server could not end stays. */
export function useLogout() {
  const navigate = useNavigate();
  return useMutation({
    mutationKey: ['logout'],
    mutationFn: ({ refresh }: Session) => call('logout', { body: { refresh_token: refresh } }),
    onSuccess: (_, session) => {
      // Synchronously: the redirect to the login comes first, and the navigation below replaces it.
      flushSync(() => endSession(session));
      toast.success(accountMessages.loggedOut);
      void navigate(paths.core);
    },
    onError: () => toast.error('An logout error occurred.'),
  });
}
