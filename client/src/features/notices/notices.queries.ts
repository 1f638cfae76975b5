import { useQuery } from '@tanstack/react-query';
import { type Notice, noticeMessages } from 'contract/notices/notices.ts';
import type { Input } from '#api/call.ts';
import { fieldRefusal } from '#parts/form/field-refusal.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { findUser } from '#parts/records/find-user.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';
import { userQuery } from '#session/session.queries.ts';

export const useNotices = (search: Search) =>
  useListPage(apiQuery('listNotices', { body: searchFields(search) }), search.page);

/** Whether users have seen the notice, so that only its end can change. */
export const wasSent = ({ state }: Notice): boolean => state === 'live' || state === 'over';

/** The name of a notice's recipient. */
export const useUsername = (userId: string | null) =>
  useQuery({
    ...userQuery(userId ?? ''),
    enabled: userId !== null,
    select: ({ username }) => username,
  });

/** The number of users who can sign in, whom a notice to everybody reaches. */
export const useReach = (isNeeded: boolean) =>
  useQuery({
    ...apiQuery('listUsers', { query: { is_active: 'True', view: 'names', page_size: 1 } }),
    enabled: isNeeded,
    select: ({ totalUser }) => totalUser,
  });

export interface NoticeChanges extends Omit<Input<'updateNotice'>['body'], 'user_id'> {
  /** The recipient if the audience is `user`. */
  username?: string;
}

/** Creates a notice if there is no id. */
export const useSaveNotice = (id: string | undefined) =>
  useApiMutation({
    mutationFn: async ({ username, ...changes }: NoticeChanges) => {
      const user = username === undefined ? {} : { user_id: username ? await idOf(username) : null };
      const body = { ...changes, ...user };
      if (id !== undefined) return (await call('updateNotice', { params: { id }, body })).msg;
      return (await call('createNotice', { body: body as Input<'createNotice'>['body'] })).msg;
    },
    success: (msg) => msg,
    invalidates: ['listNotices'],
  });

async function idOf(username: string): Promise<string> {
  const user = await findUser(username);
  if (!user) throw fieldRefusal('user_id', noticeMessages.userUnknown);
  return user.id;
}

/** Withdraws a notice that was sent, and deletes any other. */
export const useRemoveNotice = () =>
  useApiMutation({
    mutationFn: async (notice: Notice) => {
      const params = { id: notice.id };
      if (wasSent(notice)) return (await call('withdrawNotice', { params })).msg;
      await call('deleteNotice', { params });
      return 'Notice deleted.';
    },
    success: (msg) => msg,
    toastsFailure: true,
    invalidates: ['listNotices'],
  });
