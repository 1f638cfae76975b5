import { useQuery } from '@tanstack/react-query';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { leaveForProvider } from '#parts/second-factor/provider-return.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useIdentities = () => useQuery(apiQuery('listIdentities'));

export const useDeleteIdentity = () =>
  useEntryRemoval({ operation: 'deleteIdentity', list: 'listIdentities', success: 'Account unlinked.' });

/** Leaves the app for the provider, which leads back to the login and from there to this page. */
export const useLinkIdentity = () =>
  useOperation('linkIdentity', { toastsFailure: true, onSuccess: ({ url }) => leaveForProvider(url) });
