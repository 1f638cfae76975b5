import { useQuery } from '@tanstack/react-query';
import type { Calculation } from 'contract/calculations.ts';
import { pageOf, type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { friendLists } from '#parts/friend-lists.ts';
import { useChange } from '#parts/use-change.ts';
import { call } from '#session/call.ts';

export const useCalculations = (search: Search) =>
  useListPage('listCalculations', search, async (signal) => {
    const response = await call('listCalculations', { query: searchFields(search), signal });
    return pageOf(response, response.totalCalculation);
  });

export function useFriends() {
  return useQuery({ ...friendLists, select: ({ friends }) => friends });
}

export const useUpdateCalculation = ({ id }: Calculation) =>
  useChange({
    change: (body: { name: string; notes: string }) => call('updateCalculation', { params: { id }, body }),
    said: ({ msg }) => msg,
    readBy: ['listCalculations'],
  });

export const useShareCalculation = ({ id }: Calculation) =>
  useChange({
    change: (user_ids: string[]) => call('shareCalculation', { params: { id }, body: { user_ids } }),
    said: ({ msg }) => msg,
    readBy: ['listCalculations'],
  });

/** An objective may have belonged to it. */
export const useDeleteCalculation = () =>
  useChange({
    change: ({ id }: Calculation) => call('deleteCalculation', { params: { id } }),
    said: (_, { name }) => `${name} has been deleted.`,
    failed: ({ message }) => message,
    readBy: ['listCalculations', 'listObjectives'],
  });
