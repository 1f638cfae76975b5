import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { ResponseOf } from '#api/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';

/** Stays in memory, so that it can be read without a connection. */
const inMemory = { gcTime: Infinity };

const loanQuery = (id: string) => ({ ...apiQuery('getLoan', { params: { id } }), ...inMemory });

/** How often the list says whether the other owner has changed a loan. */
const refetchMs = 20_000;

export const useLoans = (isTogether = false) =>
  useQuery({ ...apiQuery('listLoans'), ...inMemory, refetchInterval: isTogether && refetchMs });

export const useLoan = (id: string) => useQuery(loanQuery(id));

export type LoadedLoan = ResponseOf<'getLoan'>;

interface Changed extends Pick<LoadedLoan, 'loan'> {
  msg: string;
  figures?: LoadedLoan['figures'];
}

/** The options of a change of a loan, whose response takes the place of what is loaded. A refusal loads it again: another owner has changed it. */
function useLoanChangeOptions(
  id: string,
  { loadsAfterFailure = false, ...options }: { toastsFailure?: boolean; loadsAfterFailure?: boolean } = {},
) {
  const queries = useQueryClient();
  const { queryKey } = loanQuery(id);
  return {
    ...options,
    params: { id },
    onSuccess: ({ loan, figures }: Changed) => {
      queries.setQueryData<LoadedLoan>(queryKey, (before) => {
        const current = figures ?? before?.figures;
        return current && { loan, figures: current };
      });
    },
    onError: async (error: Error) => {
      const isRefused =
        error instanceof ApiError && (error.code === 'conflict' || error.code === 'validation_failed');
      const loaded = (isRefused || loadsAfterFailure) && queries.invalidateQueries({ queryKey });
      if (isRefused) await loaded;
    },
    invalidates: ['listLoans', 'listObjectives'] as const,
  };
}

const toasting = { toastsFailure: true };

export const useCreateLoan = () => useOperation('createLoan', { invalidates: ['listLoans'] });
export const useUpdateLoan = (id: string) => useOperation('updateLoan', useLoanChangeOptions(id));
/** It may have been added, and the response lost. */
export const useAddToLoan = (id: string) =>
  useOperation('addToLoan', useLoanChangeOptions(id, { loadsAfterFailure: true }));
export const useCorrectLoanRows = (id: string) =>
  useOperation('correctLoanRows', useLoanChangeOptions(id, toasting));
export const useRestoreLoan = (id: string) => useOperation('restoreLoan', useLoanChangeOptions(id, toasting));
export const useInviteToLoan = (id: string, options = {}) =>
  useOperation('inviteToLoan', useLoanChangeOptions(id, options));
export const useLeaveLoan = (id: string) => useOperation('leaveLoan', useLoanChangeOptions(id, toasting));

export const useDeleteLoan = (id: string) =>
  useOperation('deleteLoan', {
    params: { id },
    success: () => 'Loan deleted.',
    toastsFailure: true,
    invalidates: ['listLoans', 'listObjectives', 'listNotifications'],
  });

export const useAnswerInvitation = () =>
  useApiMutation({
    mutationFn: ({ id, action }: { id: string; action: 'accept' | 'reject' }) =>
      call('answerLoanInvitation', { params: { id }, body: { action } }),
    toastsFailure: true,
    invalidates: ['listLoans', 'listNotifications'],
  });
