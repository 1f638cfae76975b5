import { queryOptions, useMutation } from '@tanstack/react-query';
import { sessionLimits } from 'contract/limits.ts';
import { messages } from 'contract/messages.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import { type Session, endSession } from '#api/session.ts';
import { paths } from '#app/paths.ts';
import { notify } from '#ui/toast.ts';

/** The signed-in user's own record. Tried again as the session timer asks, in a lost network too. */
export function ownUser({ user: { id } }: Session) {
  return queryOptions({
    queryKey: ['getUser', id],
    queryFn: ({ signal }) => call('getUser', { params: { id }, signal }),
    retry: (failures, error) => failures < sessionLimits.timerRetryDelaysMs.length && !isSignedOut(error),
    retryDelay: (failures) => sessionLimits.timerRetryDelaysMs[failures] ?? 0,
  });
}

/** Whether a failure is the end of the session, which is told where it is noticed. */
export function isSignedOut(error: Error): boolean {
  return error instanceof ApiError && error.status === 401;
}

/** Ends the session on the server, then here; a session that could not be ended there stays. */
export function useLogout() {
  const navigate = useNavigate();
  return useMutation({
    mutationKey: ['logout'],
    mutationFn: ({ refresh }: Session) => call('logout', { body: { refresh_token: refresh } }),
    onSuccess: (_, session) => {
      // At once: a page for signed-in users then makes way for the login before the start makes way for both.
      flushSync(() => endSession(session));
      notify.success(messages.loggedOut);
      void navigate(paths.core);
    },
    onError: () => notify.error('An logout error occurred.'),
  });
}
