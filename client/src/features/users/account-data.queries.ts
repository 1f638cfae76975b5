import { useMutation } from '@tanstack/react-query';
import { messages } from 'contract/texts.ts';
import { userMessages } from 'contract/users.constants.ts';
import type { User } from 'contract/user.ts';
import { flushSync } from 'react-dom';
import { useNavigate } from 'react-router-dom';
import { call, download } from '#session/call.ts';
import { deviceHeaders, endSession, readSession } from '#session/session.ts';
import { paths } from '#parts/paths.ts';
import { toast } from '#ui/toast.ts';

/** Downloads the user's account data as one JSON file. */
export function useExportUser({ username }: User) {
  return useMutation<void>({
    mutationKey: ['exportUser'],
    mutationFn: () => download('exportUser', {}, { fileName: `declassified-${username}.json` }),
    onSuccess: () => toast.success('Your data has been downloaded.'),
    onError: (error) => toast.error(error.message || messages.anErrorOccurred),
  });
}

/** Deletes the user's own account, with the current password where it is required, and goes to the start. */
export function useDeleteUser({ id }: User) {
  const navigate = useNavigate();
  return useMutation<undefined, Error, { currentPassword: string }>({
    mutationKey: ['deleteUser'],
    gcTime: 0,
    mutationFn: ({ currentPassword }) =>
      call('deleteUser', {
        params: { id },
        body: currentPassword ? { current_password: currentPassword } : {},
        headers: deviceHeaders(),
      }),
    onSuccess: () => {
      const session = readSession();
      // Synchronously: this page redirects to the login first, and the navigation below replaces that one.
      if (session?.user.id === id) flushSync(() => endSession(session));
      toast.success(userMessages.userDeleted);
      void navigate(paths.core, { replace: true });
    },
  });
}
