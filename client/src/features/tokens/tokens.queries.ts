import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type TokenScope, tokenMessages } from 'contract/tokens.constants.ts';
import { useEntryRemoval } from '#parts/entry-list/use-entry-removal.ts';
import { call } from '#session/call.ts';
import { toast } from '#ui/toast.ts';

const queryKey = ['listTokens'];

export function useTokens() {
  return useQuery({ queryKey, queryFn: ({ signal }) => call('listTokens', { signal }) });
}

export interface NewToken {
  name: string;
  scopes: TokenScope[];
  days: string;
}

const dayMs = 24 * 60 * 60 * 1000;

export function useCreateToken() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ name, scopes, days }: NewToken) => {
      const expires_at = new Date(Date.now() + Number(days) * dayMs).toISOString();
      return call('createToken', { body: { name, scopes, expires_at } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
    onError: (error) => toast.error(error.message),
  });
}

export const useDeleteToken = () =>
  useEntryRemoval({ operation: 'deleteToken', queryKey, success: tokenMessages.tokenDeleted });
