import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useAuditRecords = (search: Search) =>
  useListPage(apiQuery('listAuditRecords', { body: searchFields(search) }), search.page);

export const useVerifyAuditTrail = () =>
  useApiMutation({ mutationFn: async () => (await call('verifyAuditTrail')).data });

/** The timeline of one user or of one IP address. */
export const useTimeline = (
  of: { user_id: string } | { ip_address: string },
  { filter: { kind }, page, pageSize }: Search,
) =>
  useListPage(
    apiQuery('listTimeline', {
      body: searchFields({ filter: { ...of, ...(kind && { kind }) }, page, pageSize }),
    }),
    page,
  );
