import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Attempt, AttemptSummary } from 'contract/training/training.ts';
import type { Input } from '#api/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useTrainingCategories = () =>
  useQuery({ ...apiQuery('listTrainingCategories'), select: ({ data }) => data });

export const useAttempts = (page: number, pageSize: number) =>
  useQuery({
    ...apiQuery('listAttempts', { query: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  });

/** Never stale, because only this user changes it. */
export const attemptQuery = (id: string) => ({
  ...apiQuery('getAttempt', { params: { id } }),
  staleTime: Infinity,
});

function useCacheAttempt() {
  const queries = useQueryClient();
  return (attempt: Attempt) => {
    queries.setQueryData(attemptQuery(attempt.id).queryKey, attempt);
    return queries.invalidateQueries({ queryKey: ['listAttempts'] });
  };
}

export function useStartAttempt() {
  const cacheAttempt = useCacheAttempt();
  return useApiMutation({
    mutationFn: (body: Input<'startAttempt'>['body']) => call('startAttempt', { body }),
    onSuccess: ({ attempt }) => void cacheAttempt(attempt),
  });
}

export function useAnswerQuestion(attemptId: string) {
  const cacheAttempt = useCacheAttempt();
  return useApiMutation({
    mutationFn: (body: { question_id: string; choice: number }) =>
      call('answerQuestion', { params: { id: attemptId }, body }),
    onSuccess: ({ attempt }) => void cacheAttempt(attempt),
  });
}

export function useDeleteAttempt() {
  const queries = useQueryClient();
  return useApiMutation({
    mutationFn: ({ id }: AttemptSummary) => call('deleteAttempt', { params: { id } }),
    success: () => 'The training was deleted.',
    onSuccess: (_, { id }) => queries.removeQueries(attemptQuery(id)),
    toastsFailure: true,
    invalidates: ['listAttempts'],
  });
}

/** Formats a fraction in whole percent. */
export const percent = (fraction: number): string => `${Math.round(fraction * 100)}%`;

/** The fraction of right answers. */
export const correctFraction = ({ correct, total }: { correct: number; total: number }): number =>
  total === 0 ? 0 : correct / total;

export const useFriendResults = () =>
  useQuery({ ...apiQuery('listTrainingFriends'), select: ({ data }) => data });

/** Whether the user shares results with friends. */
export const useIsSharing = () =>
  useQuery({ ...apiQuery('getPreferences'), select: ({ share_training }) => share_training });
