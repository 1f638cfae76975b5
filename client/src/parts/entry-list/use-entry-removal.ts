import { type QueryKey, useMutation, type UseMutationResult, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

interface RemovalOptions {
  operation: 'deleteDevice' | 'deleteSecondFactor' | 'deleteSession' | 'deleteToken';
  /** Of the list. */
  queryKey: QueryKey;
  success: string;
  failureOf?: (error: Error) => string;
}

export type EntryRemoval = UseMutationResult<void, Error, string>;

/** An entry that is gone already counts as removed. */
export function useEntryRemoval({
  operation,
  queryKey,
  success,
  failureOf = ({ message }) => message,
}: RemovalOptions): EntryRemoval {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id) => {
      try {
        await call(operation, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    onSuccess: () => toast.success(success),
    onError: (error) => toast.error(failureOf(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
