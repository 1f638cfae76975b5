import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type Search, useListPage } from '#parts/list/list-page.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

export const useIpRecords = (search: Search) =>
  useListPage('listIpRecords', search, async (signal) => {
    const response = await call('listIpRecords', {
      body: { ...search.filter, page: search.page, page_size: search.pageSize },
      signal,
    });
    return { rows: response.data, total: response.totalIp, pages: response.numOfPages, page: response.page };
  });

export const useLogRecords = (search: Search) =>
  useListPage('listLogRecords', search, async (signal) => {
    const response = await call('listLogRecords', {
      body: { ...search.filter, page: search.page, page_size: search.pageSize },
      signal,
    });
    return { rows: response.data, total: response.totalLog, pages: response.numOfPages, page: response.page };
  });

export const useDeleteIpRecords = () =>
  useDeletion('deleteIpRecords', 'listIpRecords', 'Failed to delete IP(s)');

export const useDeleteLogRecords = () =>
  useDeletion('deleteLogRecords', 'listLogRecords', 'Failed to delete log(s)');

function useDeletion(
  operation: 'deleteIpRecords' | 'deleteLogRecords',
  list: 'listIpRecords' | 'listLogRecords',
  failure: string,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationKey: [operation],
    mutationFn: (ids: string[]) => call(operation, { body: { ids } }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return queries.invalidateQueries({ queryKey: [list] });
    },
    onError: () => toast.error(failure),
  });
}
