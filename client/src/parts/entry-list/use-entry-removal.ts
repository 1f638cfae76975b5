import type { UseMutationResult } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';
import { ApiError } from '#api/api-error.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';

interface RemovalOptions {
  operation:
    | 'deleteDevice'
    | 'deleteIdentity'
    | 'deleteInvitation'
    | 'deleteSecondFactor'
    | 'deleteSession'
    | 'deleteToken';
  list: OperationName;
  success: string;
  failureOf?: (error: Error) => string;
}

export type EntryRemoval = UseMutationResult<void, Error, string>;

/** Removes an entry. An entry that no longer exists counts as removed. */
export const useEntryRemoval = ({ operation, list, success, failureOf }: RemovalOptions): EntryRemoval =>
  useApiMutation({
    mutationFn: async (id: string) => {
      try {
        await call(operation, { params: { id } });
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }
    },
    success: () => success,
    toastsFailure: failureOf ?? true,
    invalidates: [list],
  });
