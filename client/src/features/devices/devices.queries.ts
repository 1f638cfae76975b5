import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { messages } from 'contract/texts.ts';
import { ApiError } from '#api/api-error.ts';
import type { ResponseOf } from '#api/call.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

const sessionsKey = ['listSessions'];
const devicesKey = ['listDevices'];

export function useSessions() {
  return useQuery({ queryKey: sessionsKey, queryFn: ({ signal }) => call('listSessions', { signal }) });
}

export function useDevices() {
  return useQuery({ queryKey: devicesKey, queryFn: ({ signal }) => call('listDevices', { signal }) });
}

/** The page of before stays while the next one loads. */
export function useSignIns(page: number) {
  return useQuery({
    queryKey: ['listSignIns', page],
    queryFn: ({ signal }) => call('listSignIns', { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  });
}

const sayFailure = (error: Error) => toast.error(error.message || messages.anErrorOccurred);

export function useDeleteSession() {
  const queryClient = useQueryClient();
  return useMutation<undefined, Error, string>({
    mutationKey: ['deleteSession'],
    mutationFn: (id) => unlessGone(call('deleteSession', { params: { id } })),
    onSuccess: () => toast.success('Session ended.'),
    onError: sayFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: sessionsKey }),
  });
}

export function useDeleteDevice() {
  const queryClient = useQueryClient();
  return useMutation<undefined, Error, string>({
    mutationKey: ['deleteDevice'],
    mutationFn: (id) => unlessGone(call('deleteDevice', { params: { id } })),
    onSuccess: () => toast.success('Device forgotten.'),
    onError: sayFailure,
    onSettled: () => queryClient.invalidateQueries({ queryKey: devicesKey }),
  });
}

/** What has ended by itself meanwhile counts as ended. */
async function unlessGone(ending: Promise<undefined>): Promise<undefined> {
  try {
    await ending;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
  return undefined;
}

export function useEndOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation<ResponseOf<'endOtherSessions'>>({
    mutationKey: ['endOtherSessions'],
    mutationFn: () => call('endOtherSessions'),
    onSuccess: ({ msg }) => toast.success(msg),
    onError: sayFailure,
    onSettled: () =>
      Promise.all([sessionsKey, devicesKey].map((queryKey) => queryClient.invalidateQueries({ queryKey }))),
  });
}
