import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { ResponseOf } from '#api/call.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';
import { toast } from '#ui/feedback/toast.ts';

export const useFlags = (search: Search) =>
  useListPage(apiQuery('listFlags', { body: searchFields(search) }), search.page);

type FlagPage = ResponseOf<'listFlags'>;

const flagQuery = (id: string) => apiQuery('getFlag', { params: { id } });

export const useFlag = (id: string) => useQuery(flagQuery(id));

export function useAnswerFlag(id: string) {
  const queries = useQueryClient();
  return useOperation('answerFlag', {
    params: { id },
    // Reads what somebody else did meanwhile. Of the list only the row changes, so that the record stays open.
    onError: async (error) => {
      if (!(error instanceof ApiError) || error.code !== 'conflict') return;
      await queries.invalidateQueries({ ...flagQuery(id), refetchType: 'all' });
      const flag = queries.getQueryData(flagQuery(id).queryKey);
      if (!flag) return;
      queries.setQueriesData<FlagPage>(
        { queryKey: ['listFlags'] },
        (page) => page && { ...page, data: page.data.map((row) => (row.id === id ? flag : row)) },
      );
      if (flag.answer) toast.error(error.message);
    },
    invalidates: ['listFlags', 'getFlag', 'getUserOverview'],
  });
}
