import { useQuery } from '@tanstack/react-query';
import { tokenMessages } from 'contract/tokens/tokens.constants.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import type { Input } from '#api/call.ts';
import { apiQuery, call } from '#session/call.ts';

export const useTokens = () => useQuery(apiQuery('listTokens'));

export const useCreateToken = () =>
  useApiMutation({
    mutationFn: (body: Input<'createToken'>['body']) => call('createToken', { body }),
    invalidates: ['listTokens'],
    toastsFailure: true,
  });

export const useDeleteToken = () =>
  useEntryRemoval({ operation: 'deleteToken', list: 'listTokens', success: tokenMessages.tokenDeleted });
