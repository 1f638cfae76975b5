import type { UserOverview } from 'contract/users/user-overview.ts';
import type { ListedUser, User, UserSummary } from 'contract/users/user.ts';
import { userMessages } from 'contract/users/users.constants.ts';
import { ApiError } from '#api/api-error.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';
import { toast } from '#ui/feedback/toast.ts';
import { askToConfirm, type Question } from '#ui/overlays/confirm.tsx';
import { askToVerify } from './verify-notices.ts';

export function useUsers(search: Search) {
  const { queryKey, queryFn: readPage } = apiQuery('listUsers', { query: searchFields(search) });
  const queryFn = async (context: { signal: AbortSignal }) => {
    const page = await readPage(context);
    return { ...page, data: page.data.filter(isWhole) };
  };
  return useListPage({ queryKey, queryFn }, search.page);
}

/** Only `view=names` returns other rows. */
const isWhole = (row: ListedUser): row is UserSummary => 'email' in row;

/** The overview of a user, or the record alone from a server that knows no overview. */
export function userOverview(userId: string) {
  const { queryKey, queryFn: readOverview } = apiQuery('getUserOverview', { params: { userId } });
  const queryFn = async ({ signal }: { signal: AbortSignal }): Promise<UserOverview | { user: User }> => {
    try {
      return await readOverview({ signal });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404 || error.code) throw error;
      return { user: await call('getUser', { params: { id: userId }, signal }) };
    }
  };
  return { queryKey, queryFn };
}

const userReaders = ['listUsers', 'getUserOverview', 'getUser'] as const;

export const useAdminUpdateUser = (userId: string) =>
  useOperation('adminUpdateUser', {
    params: { userId },
    // What an earlier update asked to verify may no longer be so.
    onMutate: () => toast.closeAll(),
    success: ({ msg }) => msg || userMessages.userUpdated,
    invalidates: userReaders,
  });

const questions = {
  deleteUser: ({ username, email }) => ({
    title: `Delete ${username}?`,
    message: `${username} (${email}) is deleted permanently, with sessions, requests, friendships and files.`,
    confirmLabel: 'Delete user',
  }),
  endSessions: ({ username }) => ({
    title: `End all sessions of ${username}?`,
    message: `${username} is signed out everywhere and notified by email.`,
    confirmLabel: 'End sessions',
  }),
  lockOut: ({ username }) => ({
    title: `Lock ${username} out?`,
    message: `All sessions of ${username} end, and nobody can sign in until staff activate the account again.`,
    confirmLabel: 'Lock out',
  }),
  resetSecondFactor: ({ username }) => ({
    title: `Reset the second factors of ${username}?`,
    message: `All second factors and recovery codes of ${username} are removed, so a sign-in no longer asks for one. ${username} is notified by email.`,
    confirmLabel: 'Reset',
  }),
} satisfies Record<string, (user: UserSummary) => Omit<Question, 'onConfirm'>>;

export function askTo(act: keyof typeof questions, user: UserSummary, onConfirm: () => void): void {
  askToConfirm({ ...questions[act](user), onConfirm });
}

export const useDeleteOtherUser = () =>
  useApiMutation({
    mutationFn: ({ id }: UserSummary) => call('deleteUser', { params: { id } }),
    success: (_, { username }) => `${username} has been deleted`,
    toastsFailure: true,
    invalidates: ['listUsers'],
  });

export const useUserAction = (operation: 'endUserSessions' | 'resetSecondFactor' | 'unlockUser') =>
  useApiMutation({
    mutationFn: (userId: string) => call(operation, { params: { userId } }),
    toastsFailure: true,
    invalidates: userReaders,
  });

/** Sends nothing but the right to sign in. */
export const useSetActive = (user: UserSummary) =>
  useApiMutation({
    mutationFn: (isActive: boolean) => {
      const body = new FormData();
      body.set('is_active', String(isActive));
      return call('adminUpdateUser', { params: { userId: user.id }, body });
    },
    // As after an update by the form.
    onSuccess: (_, isActive) => {
      if (isActive) askToVerify(user.username, { ...user, is_active: true });
    },
    success: ({ msg }) => msg || userMessages.userUpdated,
    toastsFailure: true,
    invalidates: userReaders,
  });

export const useSuspendUser = (userId: string) =>
  useOperation('suspendUser', { params: { userId }, invalidates: userReaders });

export const useEndSuspension = (userId: string) =>
  useOperation('endSuspension', { params: { userId }, invalidates: userReaders });
