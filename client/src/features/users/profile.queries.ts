import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { sessionLimits } from 'contract/accounts.constants.ts';
import { userMessages } from 'contract/users.constants.ts';
import type { User } from 'contract/user.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { call } from '#session/call.ts';
import { deviceHeaders, endSession, readSession, startSession } from '#session/session.ts';
import { paths } from '#parts/paths.ts';
import { toast } from '#ui/toast.ts';

/** Shares its query key with the session timer's `ownUser`. */
export function userDetails(id: string) {
  return queryOptions({
    queryKey: ['getUser', id],
    queryFn: ({ signal }) => call('getUser', { params: { id }, signal }),
  });
}

/** Whether this session may change what is sensitive without the current password, as far as can be told here. */
export function isRecentSignIn({ last_login_time: signedInAt }: User): boolean {
  const serverNowMs = Date.now() + (readSession()?.clockOffsetMs ?? 0);
  if (signedInAt === null) return false;
  return serverNowMs - Date.parse(signedInAt) < sessionLimits.recentSignInSeconds * 1000;
}

export function needsCurrentPassword(error: Error | null): boolean {
  return error instanceof ApiError && error.code === 'reauthentication_required';
}

interface ProfileUpdate {
  userId: string;
  form: FormData;
  /** Empty if unchanged; otherwise the sign-in that follows uses it. */
  newPassword: string;
}

/**
 * Saves the form, and refetches the record. A new password ends the session that changed it, so the user is signed in
 * again with it; if that fails, the login screen follows.
 */
export function useUpdateUser() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation<User, Error, ProfileUpdate>({
    mutationKey: ['updateUser'],
    // Passwords do not outlive the screen in memory.
    gcTime: 0,
    mutationFn: async ({ userId, form, newPassword }) => {
      const { user } = await call('updateUser', { params: { userId }, body: form, headers: deviceHeaders() });
      toast.success(userMessages.userUpdated);
      if (newPassword) await signInAgain(user.email, newPassword);
      // Set at once: the new session has cleared the cache, and without data the form would unmount.
      const { queryKey } = userDetails(userId);
      queryClient.setQueryData(queryKey, user);
      await queryClient.invalidateQueries({ queryKey });
      return user;
    },
    onError: (error) => {
      if (!(error instanceof SignInAgainError)) return;
      toast.error(error.message);
      const ended = readSession();
      if (ended) flushSync(() => endSession(ended));
      void navigate(paths.login);
    },
  });
}

/** The new password is saved, but the sign-in with it failed. */
class SignInAgainError extends Error {
  override readonly name = 'SignInAgainError';
}

async function signInAgain(email: string, password: string): Promise<void> {
  const askedAtMs = Date.now();
  const body = { username_or_email: email, password };
  try {
    startSession(await call('login', { body, headers: deviceHeaders() }), askedAtMs);
  } catch {
    throw new SignInAgainError(userMessages.reauthenticationFailed);
  }
}

export function updateFailure(error: Error): string {
  if (!(error instanceof ApiError)) return error.message;
  if (error.status === 0) return 'Error updating user details';
  return error.code ? `Error updating user: ${error.message}` : userMessages.userUpdateFailed;
}
