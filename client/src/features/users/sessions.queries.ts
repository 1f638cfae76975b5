import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messages } from 'contract/texts.ts';
import { ApiError } from '#api/api-error.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

const queryKey = ['listSessions'];

export function useSessions() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call('listSessions', { signal }) });
}

/** Ends sessions one after the other, and stops at the first failure. */
export function useDeleteSessions() {
  const queryClient = useQueryClient();
  return useMutation<void, Error, readonly string[]>({
    mutationKey: ['deleteSession'],
    mutationFn: async (ids) => {
      for (const id of ids) await deleteSession(id);
    },
    onSuccess: (_, { length }) =>
      toast.success(length === 1 ? 'Session ended.' : `${length} sessions ended.`),
    onError: (error) => toast.error(error.message || messages.anErrorOccurred),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}

async function deleteSession(id: string): Promise<void> {
  try {
    await call('deleteSession', { params: { id } });
  } catch (error) {
    // A 404: it has ended meanwhile.
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
