import { useQueryClient } from '@tanstack/react-query';
import { testMailLimits } from 'contract/test-mails/test-mails.constants.ts';
import { ApiError } from '#api/api-error.ts';
import type { Input, ResponseOf } from '#api/call.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery, call } from '#session/call.ts';

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

export const useRefreshDataset = () =>
  useApiMutation({
    mutationFn: ({ slug }: { slug: string }) => call('refreshDataset', { params: { slug } }),
    success: ({ msg }) => msg,
    toastsFailure: true,
    invalidates: ['listRefreshes'],
  });

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

export const testMailQuery = (id: string) => apiQuery('getTestMail', { params: { id } });

const { max, windowSeconds } = testMailLimits.requests;

export const useCreateTestMail = () =>
  useOperation('createTestMail', {
    success: null,
    toastsFailure: (error) =>
      error instanceof ApiError && error.code === 'too_many_requests'
        ? `At most ${max} test emails can be sent in ${windowSeconds / 60} minutes. Try again later.`
        : error.message,
  });
