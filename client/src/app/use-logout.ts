import { useMutation } from '@tanstack/react-query';
import { accountMessages } from 'contract/accounts.constants.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { call } from '#session/call.ts';
import { paths } from '#parts/paths.ts';
import { type Session, endSession } from '#session/session.ts';
import { toast } from '#ui/toast.ts';

/** Ends the session on the server, then here; a session that could not be ended there stays. */
export function useLogout() {
  const navigate = useNavigate();
  return useMutation({
    mutationKey: ['logout'],
    mutationFn: ({ refresh }: Session) => call('logout', { body: { refresh_token: refresh } }),
    onSuccess: (_, session) => {
      // Synchronously: a page for signed-in users redirects to the login first, and this navigation replaces that one.
      flushSync(() => endSession(session));
      toast.success(accountMessages.loggedOut);
      void navigate(paths.core);
    },
    onError: () => toast.error('An logout error occurred.'),
  });
}
