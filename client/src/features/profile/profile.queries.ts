import { useQuery, useQueryClient } from '@tanstack/react-query';
import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import type { User } from 'contract/users/user.ts';
import { userMessages } from 'contract/users/users.constants.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { UserError } from '#api/api-error.ts';
import { paths } from '#parts/navigation/paths.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call, download } from '#session/call.ts';
import { userQuery } from '#session/session.queries.ts';
import { deviceHeaders, endSession, readSession } from '#session/session.ts';
import { signInWith } from '#session/sign-in.ts';
import { toast } from '#ui/feedback/toast.ts';

/** Whether the server should accept sensitive changes without the current password. */
export function isRecentSignIn({ last_login_time: signedInAt }: User): boolean {
  if (signedInAt === null) return false;
  return serverNowMs() - Date.parse(signedInAt) < sessionLimits.recentSignInSeconds * 1000;
}

const serverNowMs = () => Date.now() + (readSession()?.clockOffsetMs ?? 0);

/** A new password ends the session, so the user is signed in again with it, or else leaves for the login. */
export function useUpdateUser(former: User) {
  const { id: userId } = former;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const leave = () => {
    const ended = readSession();
    if (ended) flushSync(() => endSession(ended));
    // The end of a session closes the toasts of its user.
    toast.error(userMessages.reauthenticationFailed);
    void navigate(paths.login);
    throw new UserError(userMessages.reauthenticationFailed);
  };
  return useApiMutation({
    mutationFn: async (form: FormData) => {
      // Another server may send no record back.
      const response = await call('updateUser', { params: { userId }, body: form });
      const user = 'user' in response ? response.user : former;
      toast.success(userMessages.userUpdated);
      const password = form.get('new_password');
      if (typeof password === 'string') await signInAgain(user.email, password).catch(leave);
      // The new session clears the cache, and without data the form would unmount.
      const { queryKey } = userQuery(userId);
      queryClient.setQueryData(queryKey, user);
      await queryClient.invalidateQueries({ queryKey });
      // An image counts as a record. Refetched only if the usage is visible.
      if (queryClient.getQueryData(storageUsage.queryKey)) void queryClient.prefetchQuery(storageUsage);
      return queryClient.getQueryData<User>(queryKey) ?? user;
    },
  });
}

async function signInAgain(email: string, password: string): Promise<void> {
  const body = { username_or_email: email, password };
  // With the old session's token, the server does not ask for the second factor again.
  const authorization = `Bearer ${readSession()?.access ?? ''}`;
  const headers = { ...deviceHeaders(), authorization };
  const response = await signInWith(call('login', { body, headers }));
  if ('second_factor' in response) throw new Error(response.msg);
}

const storageUsage = { ...apiQuery('getStorageUsage'), retry: false };

export const useExportUser = ({ username }: User) =>
  useApiMutation({
    mutationFn: () => download('exportUser', {}, { fileName: `declassified-${username}.json` }),
    success: () => 'Your data has been downloaded.',
    toastsFailure: true,
  });

export function useDeleteUser({ id }: User) {
  const navigate = useNavigate();
  return useApiMutation({
    mutationFn: () => call('deleteUser', { params: { id } }),
    success: () => userMessages.userDeleted,
    onSuccess: () => {
      const undoUntil = new Date(serverNowMs() + linkLimits.undoDeletionSeconds * 1000).toISOString();
      const session = readSession();
      // Synchronous, so that the redirect to the login happens first and the navigation below replaces it.
      if (session?.user.id === id) flushSync(() => endSession(session));
      void navigate(paths.goodbye, { replace: true, state: { undoUntil } });
    },
  });
}

export const usePreferences = () => useQuery(apiQuery('getPreferences'));

/** Pending until the preferences have been read again. One after another, so that the last change of a switch wins. */
export const useUpdatePreferences = () =>
  useOperation('updatePreferences', {
    scope: { id: 'updatePreferences' },
    success: null,
    toastsFailure: true,
    invalidates: ['getPreferences'],
  });

/** Fetched only by `refetch`, without automatic retries. */
export function useStorageUsage() {
  return useQuery({ ...storageUsage, enabled: false });
}
