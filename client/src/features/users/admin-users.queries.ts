import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toastLimits } from 'contract/limits.ts';
import { messages } from 'contract/messages.ts';
import type { User } from 'contract/users.ts';
import { ApiError } from '#api/api-error.ts';
import { type Answer, call } from '#api/call.ts';
import type { ListSearch } from '#parts/list-search.ts';
import { notify } from '#ui/toast.ts';

const nobody: Answer<'listUsers'> = { data: [], totalUser: 0, numOfPages: 0, page: 1 };

/** A filter that finds nobody is a 404 with its text; every other 404 is a failure. */
export function useUsers({ filter, page }: Pick<ListSearch, 'filter' | 'page'>) {
  return useQuery({
    queryKey: ['listUsers', filter, page],
    queryFn: ({ signal }) =>
      call('listUsers', { query: { ...filter, page }, signal }).catch((error: unknown) => {
        const isNobody =
          error instanceof ApiError && error.status === 404 && error.message === messages.noUserFound;
        if (isNobody) return nobody;
        throw error;
      }),
    placeholderData: keepPreviousData,
  });
}

/** One user's whole picture. */
export function userOverview(userId: string) {
  return queryOptions({
    queryKey: ['getUserOverview', userId],
    queryFn: ({ signal }) => call('getUserOverview', { params: { userId }, signal }),
  });
}

/** What shows a user: to be read again once one has changed. */
function useForgetUsers() {
  const queries = useQueryClient();
  return () =>
    Promise.all(
      ['listUsers', 'getUserOverview', 'getUser'].map((name) =>
        queries.invalidateQueries({ queryKey: [name] }),
      ),
    );
}

export function useAdminUpdateUser() {
  const forgetUsers = useForgetUsers();
  return useMutation<Answer<'adminUpdateUser'>, Error, { userId: string; form: FormData }>({
    mutationKey: ['adminUpdateUser'],
    // The password goes from memory with the screen.
    gcTime: 0,
    mutationFn: ({ userId, form }) => call('adminUpdateUser', { params: { userId }, body: form }),
    onSuccess: ({ msg, user }) => {
      notify.success(msg);
      askToVerify(user);
      return forgetUsers();
    },
  });
}

/** What gives rights is worth a second look. */
function askToVerify({ username, is_staff, is_premium_user, is_active }: User): void {
  const granted = [is_staff && 'staff', is_premium_user && 'a premium user', is_active && 'active'];
  for (const right of granted) {
    if (right) notify.info(`Please verify that ${username} should be ${right}.`, toastLimits.verifyNoticeMs);
  }
}

export function useDeleteOtherUser() {
  const forgetUsers = useForgetUsers();
  return useMutation<unknown, Error, User>({
    mutationKey: ['deleteUser'],
    mutationFn: ({ id }) => call('deleteUser', { params: { id } }),
    onSuccess: (_, { username }) => {
      notify.success(`${username} has been deleted`);
      return forgetUsers();
    },
    onError: (error) => notify.error(error.message),
  });
}

export function useUnlockUser() {
  const forgetUsers = useForgetUsers();
  return useMutation<Answer<'unlockUser'>, Error, string>({
    mutationKey: ['unlockUser'],
    mutationFn: (userId) => call('unlockUser', { params: { userId } }),
    onSuccess: ({ msg }) => {
      notify.success(msg);
      return forgetUsers();
    },
    onError: (error) => notify.error(error.message),
  });
}
