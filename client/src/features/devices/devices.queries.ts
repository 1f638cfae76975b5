import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useSessions = () => useQuery(apiQuery('listSessions'));

export const useDevices = () => useQuery(apiQuery('listDevices'));

/** The previous page stays visible while the next one loads. */
export const useSignIns = (page: number) =>
  useQuery({ ...apiQuery('listSignIns', { query: { page } }), placeholderData: keepPreviousData });

export const useDeleteSession = () =>
  useEntryRemoval({ operation: 'deleteSession', list: 'listSessions', success: 'Session ended.' });

export const useDeleteDevice = () =>
  useEntryRemoval({ operation: 'deleteDevice', list: 'listDevices', success: 'Device forgotten.' });

export const useEndOtherSessions = () =>
  useOperation('endOtherSessions', { toastsFailure: true, invalidates: ['listSessions', 'listDevices'] });
