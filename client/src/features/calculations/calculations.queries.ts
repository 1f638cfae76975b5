import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Calculation } from 'contract/calculations.ts';
import { messages } from 'contract/texts.ts';
import type { ResponseOf } from '#api/call.ts';
import { calculationsKey } from '#parts/calculator/saved/calculations.queries.ts';
import { pageOf, type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { friendLists } from '#parts/friend-lists.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

export const useCalculations = (search: Search) =>
  useListPage(calculationsKey, search, async (signal) => {
    const response = await call('listCalculations', { query: searchFields(search), signal });
    return pageOf(response, response.totalCalculation);
  });

export function useFriends() {
  return useQuery({ ...friendLists, select: ({ friends }) => friends });
}

function useInvalidate() {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [calculationsKey] });
}

export function useUpdateCalculation({ id }: Calculation) {
  const invalidate = useInvalidate();
  return useMutation<ResponseOf<'updateCalculation'>, Error, { name: string; notes: string }>({
    mutationKey: ['updateCalculation'],
    mutationFn: (body) => call('updateCalculation', { params: { id }, body }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidate();
    },
  });
}

export function useShareCalculation({ id }: Calculation) {
  const invalidate = useInvalidate();
  return useMutation<ResponseOf<'shareCalculation'>, Error, readonly string[]>({
    mutationKey: ['shareCalculation'],
    mutationFn: (userIds) => call('shareCalculation', { params: { id }, body: { user_ids: [...userIds] } }),
    onSuccess: ({ msg }) => {
      toast.success(msg);
      return invalidate();
    },
  });
}

export function useDeleteCalculation() {
  const queries = useQueryClient();
  const invalidate = useInvalidate();
  return useMutation<undefined, Error, Calculation>({
    mutationKey: ['deleteCalculation'],
    mutationFn: ({ id }) => call('deleteCalculation', { params: { id } }),
    onSuccess: (_, { name }) => toast.success(`${name} has been deleted.`),
    onError: (error) => toast.error(error.message || messages.anErrorOccurred),
    onSettled: () => {
      // An objective may have belonged to it.
      void queries.invalidateQueries({ queryKey: ['listObjectives'] });
      return invalidate();
    },
  });
}
