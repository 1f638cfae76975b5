import { useQueryClient } from '@tanstack/react-query';
import type { Input, ResponseOf } from '#api/call.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export type SettingChanges = Input<'updateSettings'>['body']['values'];
export type SettingsPage = ResponseOf<'listSettings'>;

/** Not refetched, so that the form does not change while it is edited. The server refuses a conflicting save. */
export const settingsPage = {
  ...apiQuery('listSettings'),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
};

/** The last refresh attempt of each dataset that can be refreshed. */
export const refreshList = apiQuery('listRefreshes');

export function useUpdateSettings() {
  const queries = useQueryClient();
  return useOperation('updateSettings', {
    onSuccess: ({ data, version }) => queries.setQueryData(settingsPage.queryKey, { data, version }),
    // One of the settings switches the refreshes on and off.
    invalidates: ['listRefreshes'],
  });
}

export type BackupPage = ResponseOf<'listBackups'>;

export const backupPage = apiQuery('listBackups');
