import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { call } from '#session/call.ts';

export function useSessions() {
  return useQuery({ queryKey: ['listSessions'], queryFn: ({ signal }) => call('listSessions', { signal }) });
}

export function useDevices() {
  return useQuery({ queryKey: ['listDevices'], queryFn: ({ signal }) => call('listDevices', { signal }) });
}

/** The previous page stays visible while the next one loads. */
export function useSignIns(page: number) {
  return useQuery({
    queryKey: ['listSignIns', page],
    queryFn: ({ signal }) => call('listSignIns', { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
  });
}

export const useDeleteSession = () =>
  useEntryRemoval({ operation: 'deleteSession', list: 'listSessions', success: 'Session ended.' });

export const useDeleteDevice = () =>
  useEntryRemoval({ operation: 'deleteDevice', list: 'listDevices', success: 'Device forgotten.' });

export const useEndOtherSessions = () =>
  useApiMutation({
    mutationFn: () => call('endOtherSessions'),
    success: ({ msg }) => msg,
    toastsFailure: true,
    invalidates: ['listSessions', 'listDevices'],
  });
