// oxlint-disable-next-line no-restricted-imports -- the only use: all mutations call this hook.
import { useMutation, type UseMutationOptions, useQueryClient } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';
import { toast } from '#ui/feedback/toast.ts';

export interface ApiMutationOptions<Variables, Result> extends Omit<
  UseMutationOptions<Result, Error, Variables>,
  'onSettled'
> {
  /** The operations whose results change and are therefore refetched. */
  invalidates?: readonly OperationName[] | 'everything';
  /** The toast after success; by default the message of the response. */
  success?: ((result: Result, variables: Variables) => string | undefined) | null;
  /** For mutations without a form that displays the failure. The screen may be outdated, so it is refetched then. */
  toastsFailure?: boolean | ((error: Error) => string | undefined);
}

const messageOf = (result: unknown) => (result as { msg?: string } | undefined)?.msg;

/** A mutation that displays toasts and invalidates queries. */
export function useApiMutation<Variables = void, Result = unknown>({
  invalidates = [],
  success = messageOf,
  toastsFailure = false,
  onError,
  ...options
}: ApiMutationOptions<Variables, Result>) {
  const queries = useQueryClient();
  const failureText = (error: Error) =>
    typeof toastsFailure === 'function' ? toastsFailure(error) : toastsFailure && error.message;
  const refetch = () =>
    invalidates === 'everything'
      ? queries.invalidateQueries()
      : Promise.all(invalidates.map((name) => queries.invalidateQueries({ queryKey: [name] })));
  return useMutation<Result, Error, Variables>({
    ...options,
    onError: (error, ...rest) => {
      if (error.name === 'AbortError') return;
      toast.closeSuccess();
      const text = failureText(error);
      if (text) toast.error(text);
      return onError?.(error, ...rest);
    },
    onSettled: async (result, error, variables) => {
      if (error && !toastsFailure) return;
      await refetch();
      if (error) return;
      // A form counts as saved only now, so an earlier toast would invite to leave it with a warning.
      const text = success?.(result as Result, variables);
      if (text) toast.success(text);
    },
  });
}
