import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Hint, Notification } from 'contract/notifications/notifications.ts';
import { useEffect } from 'react';
import { friendLists } from '#parts/friends/friend-lists.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { newestSiteQuery } from '#parts/site/site.ts';
import { apiQuery } from '#session/call.ts';
import { followHints } from './follow-hints.ts';

const listKey = ['listNotifications'];
const hintKey = ['streamNotifications'];

/** The unread count of the stream's last hint; undefined before the first. */
export function useUnread(): number | undefined {
  return useQuery<Hint>({ queryKey: hintKey, queryFn: skipToken }).data?.unread;
}

/** Follows the stream while the page is open. */
export function useFollowedHints(userId: string): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stop = followHints(userId, (hint) => {
      const last = queries.getQueryData<Hint>(hintKey);
      queries.setQueryData(hintKey, hint);
      if (JSON.stringify(last) !== JSON.stringify(hint)) {
        // The notification may be about a friend request.
        if (last) void queries.invalidateQueries({ queryKey: friendLists.queryKey });
        void queries.invalidateQueries({ queryKey: listKey });
        void queries.prefetchQuery(newestSiteQuery);
      }
    });
    return stop;
  }, [queries, userId]);
}

export const useNotifications = (search: Search) =>
  useListPage(apiQuery('listNotifications', { query: searchFields(search) }), search.page);

export function useReadNotifications() {
  const queries = useQueryClient();
  return useOperation('readNotifications', {
    success: null,
    onSuccess: ({ unread }) => {
      queries.setQueryData<Hint>(hintKey, (hint) => hint && { ...hint, unread });
    },
    toastsFailure: true,
    invalidates: ['listNotifications'],
  });
}

/** Marks a notification as read unless it is already. */
export function useReadOne(): (notification: Notification) => void {
  const { mutate } = useReadNotifications();
  return ({ id, read_at }) => {
    if (read_at === null) mutate({ ids: [id] });
  };
}
