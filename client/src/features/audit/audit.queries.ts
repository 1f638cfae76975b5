import { pageOf, type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';

export const useAuditRecords = (search: Search) =>
  useListPage('listAuditRecords', search, async (signal) => {
    const response = await call('listAuditRecords', { body: searchFields(search), signal });
    return pageOf(response, response.totalAudit);
  });

export const useVerifyAuditTrail = () =>
  useApiMutation({ mutationFn: async () => (await call('verifyAuditTrail')).data });

/** The timeline of one user or of one IP address. */
export const useTimeline = (
  of: { user_id: string } | { ip_address: string },
  { page, pageSize }: Omit<Search, 'filter'>,
) => {
  const search = { filter: of, page, pageSize };
  return useListPage('listTimeline', search, async (signal) => {
    const response = await call('listTimeline', { body: searchFields(search), signal });
    return pageOf(response, response.totalTimeline);
  });
};
