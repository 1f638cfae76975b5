import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from 'contract/user.ts';
import type { ResponseOf } from '#api/call.ts';
import { type Search, useListPage } from '#parts/list/list-page.ts';
import { call } from '#session/call.ts';
import { askToConfirm } from '#ui/confirm.tsx';
import { toast } from '#ui/toast.ts';

export const useUsers = (search: Search) =>
  useListPage('listUsers', search, async (signal) => {
    const response = await call('listUsers', {
      query: { ...search.filter, page: search.page, page_size: search.pageSize },
      signal,
    });
    return {
      rows: response.data,
      total: response.totalUser,
      pages: response.numOfPages,
      page: response.page,
    };
  });

export function userOverview(userId: string) {
  return queryOptions({
    queryKey: ['getUserOverview', userId],
    queryFn: ({ signal }) => call('getUserOverview', { params: { userId }, signal }),
  });
}

function useInvalidateUsers() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['listUsers', 'getUserOverview', 'getUser'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

export function useAdminUpdateUser() {
  const invalidateUsers = useInvalidateUsers();
  return useMutation<ResponseOf<'adminUpdateUser'>, Error, { userId: string; form: FormData }>({
    mutationKey: ['adminUpdateUser'],
    // The password does not outlive the screen in memory.
    gcTime: 0,
    mutationFn: ({ userId, form }) => call('adminUpdateUser', { params: { userId }, body: form }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidateUsers();
    },
  });
}

export function askToDeleteUser({ username, email }: User, onConfirm: () => void): void {
  askToConfirm({
    title: `Delete ${username}?`,
    message: `${username} (${email}) is deleted for good, with sessions, requests, friendships and files.`,
    confirmLabel: 'Delete user',
    onConfirm,
  });
}

export function useDeleteOtherUser() {
  const queries = useQueryClient();
  return useMutation<unknown, Error, User>({
    mutationKey: ['deleteUser'],
    mutationFn: ({ id }) => call('deleteUser', { params: { id } }),
    onSuccess: (_, { username }) => {
      toast.success(`${username} has been deleted`);
      return queries.invalidateQueries({ queryKey: ['listUsers'] });
    },
    onError: (error) => toast.error(error.message),
  });
}

export function useEndUserSessions() {
  const invalidateUsers = useInvalidateUsers();
  return useMutation<ResponseOf<'endUserSessions'>, Error, string>({
    mutationKey: ['endUserSessions'],
    mutationFn: (userId) => call('endUserSessions', { params: { userId } }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidateUsers();
    },
    onError: (error) => toast.error(error.message),
  });
}

export function askToEndSessions({ username }: User, onConfirm: () => void): void {
  askToConfirm({
    title: `End all sessions of ${username}?`,
    message: `${username} is signed out everywhere, and told by mail.`,
    confirmLabel: 'End sessions',
    onConfirm,
  });
}

export function useUnlockUser() {
  const invalidateUsers = useInvalidateUsers();
  return useMutation<ResponseOf<'unlockUser'>, Error, string>({
    mutationKey: ['unlockUser'],
    mutationFn: (userId) => call('unlockUser', { params: { userId } }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidateUsers();
    },
    onError: (error) => toast.error(error.message),
  });
}

export function askToResetSecondFactor({ username }: User, onConfirm: () => void): void {
  askToConfirm({
    title: `Reset the second factors of ${username}?`,
    message: `All second factors and recovery codes of ${username} are removed: the password alone signs in. ${username} is told by mail.`,
    confirmLabel: 'Reset',
    onConfirm,
  });
}

export function useResetSecondFactor() {
  const invalidateUsers = useInvalidateUsers();
  return useMutation<ResponseOf<'resetSecondFactor'>, Error, string>({
    mutationKey: ['resetSecondFactor'],
    mutationFn: (userId) => call('resetSecondFactor', { params: { userId } }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidateUsers();
    },
    onError: (error) => toast.error(error.message),
  });
}
