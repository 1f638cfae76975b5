import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Attempt, AttemptSummary } from 'contract/training/training.ts';
import { useNavigate } from 'react-router-dom';
import { attemptPath } from '#parts/navigation/paths.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';

/** Another server may not know which questions are due. */
export const useTrainingCategories = () =>
  useQuery({
    ...apiQuery('listTrainingCategories'),
    select: ({ data, due, new: fresh, next_due_at }) => ({
      categories: data,
      due: (due as number | undefined) ?? 0,
      fresh: (fresh as number | undefined) ?? 0,
      nextDueAt: (next_due_at as string | null | undefined) ?? null,
    }),
  });

export const useAttempts = (page: number, pageSize: number) =>
  useQuery({
    ...apiQuery('listAttempts', { query: { page, page_size: pageSize } }),
    placeholderData: keepPreviousData,
  });

/** Not refetched by itself, because only this user changes it. */
export const attemptQuery = (id: string) => ({
  ...apiQuery('getAttempt', { params: { id } }),
  staleTime: Infinity,
});

function useCacheAttempt() {
  const queries = useQueryClient();
  return (attempt: Attempt) => {
    queries.setQueryData(attemptQuery(attempt.id).queryKey, attempt);
    return Promise.all([
      queries.invalidateQueries({ queryKey: ['listAttempts'] }),
      queries.invalidateQueries({ queryKey: ['listTrainingCategories'] }),
    ]);
  };
}

/** Starts a training and opens it. */
export function useStartAttempt() {
  const cacheAttempt = useCacheAttempt();
  const navigate = useNavigate();
  return useOperation('startAttempt', {
    success: null,
    onSuccess: ({ attempt }) => {
      void cacheAttempt(attempt);
      void navigate(attemptPath(attempt.id));
    },
  });
}

export function useAnswerQuestion(attemptId: string) {
  const cacheAttempt = useCacheAttempt();
  const queries = useQueryClient();
  return useOperation('answerQuestion', {
    params: { id: attemptId },
    onSuccess: ({ attempt }) => void cacheAttempt(attempt),
    // The question may be answered: in another tab, or by this request, if only its response was lost.
    onError: () => void queries.invalidateQueries(attemptQuery(attemptId)),
  });
}

export const sampleQuery = { ...apiQuery('sampleQuestions'), staleTime: Infinity };

export const useCheckSample = () => useOperation('checkSample');

export function useSaveSample() {
  const cacheAttempt = useCacheAttempt();
  return useOperation('saveSample', { onSuccess: ({ attempt }) => void cacheAttempt(attempt) });
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
