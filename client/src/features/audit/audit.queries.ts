import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#api/call.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useAuditRecords = (search: Search) =>
  useListPage(apiQuery('listAuditRecords', { body: searchFields(search) }), search.page);

export const useVerifyAuditTrail = () =>
  useApiMutation({ mutationFn: async () => (await call('verifyAuditTrail')).data });

export type Subject = { user_id: string; ip_address?: never } | { user_id?: never; ip_address: string };
export type Timeline = ResponseOf<'listTimeline'>;

/** The timeline of one user or of one IP address, or a run in it. The runs are folded unless the URL says otherwise. */
export function useTimeline(
  of: Subject,
  { filter: { kind, fold }, page, pageSize, run }: Search & { run?: string },
) {
  const query = apiQuery('listTimeline', {
    body: {
      ...of,
      ...(kind && { kind }),
      ...(run && { run }),
      fold: fold === 'events' ? fold : 'runs',
      page,
      page_size: pageSize,
    },
  });
  const { data: timeline } = useQuery({ ...query, placeholderData: keepPreviousData, retry: false });
  return { list: useListPage(query, page), timeline };
}
