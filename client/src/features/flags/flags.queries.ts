import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { Input } from '#api/call.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useFlags = (search: Search) =>
  useListPage(apiQuery('listFlags', { body: searchFields(search) }), search.page);

export const useFlag = (id: string) => useQuery(apiQuery('getFlag', { params: { id } }));

/** Somebody else was faster, or reported the person again: the agent reads the flag anew. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'conflict';

export const useAnswerFlag = (id: string) =>
  useApiMutation({
    mutationFn: (body: Input<'answerFlag'>['body']) => call('answerFlag', { params: { id }, body }),
    success: ({ msg }) => msg,
    toastsFailure: (error) => (isConflict(error) ? error.message : undefined),
    invalidates: ['listFlags', 'getFlag', 'getUserOverview'],
  });
