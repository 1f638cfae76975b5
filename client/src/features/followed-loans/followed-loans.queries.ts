import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { Input, ResponseOf } from '#api/call.ts';
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

/** A change of a loan, whose response takes the place of what is loaded. A refused version loads it again. */
function useLoanChange<Variables, Result extends Changed>(
  id: string,
  mutationFn: (variables: Variables) => Promise<Result>,
  options: { toastsFailure?: boolean } = {},
) {
  const queries = useQueryClient();
  const { queryKey } = loanQuery(id);
  return useApiMutation({
    ...options,
    mutationFn,
    onSuccess: ({ loan, figures }) =>
      queries.setQueryData<LoadedLoan>(queryKey, (before) => {
        const current = figures ?? before?.figures;
        return current && { loan, figures: current };
      }),
    onError: async (error) => {
      if (error instanceof ApiError && error.code === 'conflict')
        await queries.invalidateQueries({ queryKey });
    },
    invalidates: ['listLoans', 'listObjectives'],
  });
}

export const useCreateLoan = () => useOperation('createLoan', { invalidates: ['listLoans'] });

export const useUpdateLoan = (id: string) =>
  useLoanChange(id, (body: Input<'updateLoan'>['body']) => call('updateLoan', { params: { id }, body }));

export const useAddToLoan = (id: string) =>
  useLoanChange(id, (body: Input<'addToLoan'>['body']) => call('addToLoan', { params: { id }, body }));

const toasting = { toastsFailure: true };

export const useCorrectLoanRows = (id: string) =>
  useLoanChange(
    id,
    (body: Input<'correctLoanRows'>['body']) => call('correctLoanRows', { params: { id }, body }),
    toasting,
  );

export const useRestoreLoan = (id: string) =>
  useLoanChange(
    id,
    (body: Input<'restoreLoan'>['body']) => call('restoreLoan', { params: { id }, body }),
    toasting,
  );

export const useInviteToLoan = (id: string, options = {}) =>
  useLoanChange(
    id,
    (user_id: string | null) => call('inviteToLoan', { params: { id }, body: { user_id } }),
    options,
  );

export const useLeaveLoan = (id: string) =>
  useLoanChange(id, () => call('leaveLoan', { params: { id } }), toasting);

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
