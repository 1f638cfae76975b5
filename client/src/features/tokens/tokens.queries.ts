import { useQuery } from '@tanstack/react-query';
import { tokenMessages } from 'contract/tokens/tokens.constants.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { useOperation } from '#parts/query/use-operation.ts';
import { apiQuery } from '#session/call.ts';

export const useTokens = () => useQuery(apiQuery('listTokens'));

export const useCreateToken = () =>
  useOperation('createToken', { success: null, toastsFailure: true, invalidates: ['listTokens'] });

export const useDeleteToken = () =>
  useEntryRemoval({ operation: 'deleteToken', list: 'listTokens', success: tokenMessages.tokenDeleted });
