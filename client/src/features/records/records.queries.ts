import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messages } from 'contract/messages.ts';
import { ApiError } from '#api/api-error.ts';
import { call } from '#api/call.ts';
import type { ListSearch } from '#parts/list-search.ts';
import type { RecordPage } from '#parts/record-list.tsx';
import { notify } from '#ui/toast.ts';

type Search = Pick<ListSearch, 'filter' | 'page'>;

/** A filter that finds nothing is a 404 with this text; every other 404 is a failure. */
async function orEmpty<Row>(message: string, page: Promise<RecordPage<Row>>): Promise<RecordPage<Row>> {
  return page.catch((error: unknown) => {
    const isEmpty = error instanceof ApiError && error.status === 404 && error.message === message;
    if (!isEmpty) throw error;
    return { rows: [], total: 0, pages: 0, page: 1 };
  });
}

export function useIpRecords({ filter, page }: Search) {
  return useQuery({
    queryKey: ['listIpRecords', filter, page],
    queryFn: ({ signal }) =>
      orEmpty(
        messages.noIpsFound,
        call('listIpRecords', { body: { ...filter, page }, signal }).then((answer) => ({
          rows: answer.data,
          total: answer.totalIp,
          pages: answer.numOfPages,
          page: answer.page,
        })),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useLogRecords({ filter, page }: Search) {
  return useQuery({
    queryKey: ['listLogRecords', filter, page],
    queryFn: ({ signal }) =>
      orEmpty(
        messages.noLogsFound,
        call('listLogRecords', { body: { ...filter, page }, signal }).then((answer) => ({
          rows: answer.data,
          total: answer.totalLog,
          pages: answer.numOfPages,
          page: answer.page,
        })),
      ),
    placeholderData: keepPreviousData,
  });
}

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
      notify.success(msg);
      return queries.invalidateQueries({ queryKey: [list] });
    },
    onError: () => notify.error(failure),
  });
}
