import { useMutation } from '@tanstack/react-query';
import { type Search, useListPage } from '#parts/list/list-page.ts';
import { call } from '#session/call.ts';

export const useAuditRecords = (search: Search) =>
  useListPage('listAuditRecords', search, async (signal) => {
    const response = await call('listAuditRecords', {
      body: { ...search.filter, page: search.page, page_size: search.pageSize },
      signal,
    });
    return {
      rows: response.data,
      total: response.totalAudit,
      pages: response.numOfPages,
      page: response.page,
    };
  });

export const useVerifyAuditTrail = () =>
  useMutation({
    mutationKey: ['verifyAuditTrail'],
    mutationFn: async () => (await call('verifyAuditTrail')).data,
  });

/** Of one user, or of one address. */
export const useTimeline = (
  of: { user_id: string } | { ip_address: string },
  { page, pageSize }: Omit<Search, 'filter'>,
) =>
  useListPage('listTimeline', { filter: of, page, pageSize }, async (signal) => {
    const response = await call('listTimeline', {
      body: { ...of, page, page_size: pageSize },
      signal,
    });
    return {
      rows: response.data,
      total: response.totalTimeline,
      pages: response.numOfPages,
      page: response.page,
    };
  });
