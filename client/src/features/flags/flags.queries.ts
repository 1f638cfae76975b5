import { useQuery } from '@tanstack/react-query';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useFlags = (search: Search) =>
  useListPage(apiQuery('listFlags', { body: searchFields(search) }), search.page);

export const useFlag = (id: string) => useQuery(apiQuery('getFlag', { params: { id } }));

export const useAnswerFlag = (id: string) =>
  useOperation('answerFlag', {
    params: { id },
    invalidates: ['listFlags', 'getFlag', 'getUserOverview'],
  });
