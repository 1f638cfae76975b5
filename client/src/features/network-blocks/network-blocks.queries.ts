import { useQuery } from '@tanstack/react-query';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import type { Input } from '#api/call.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useNetworkBlocks = (search: Search) =>
  useListPage(apiQuery('listNetworkBlocks', { body: searchFields(search) }), search.page);

/** What a block of the network would have stopped. Without a network nothing is asked. */
export const useNetworkPreview = (network: string) =>
  useQuery({
    ...apiQuery('previewNetworkBlock', { body: { network, days: networkBlockLimits.previewDays } }),
    enabled: network !== '',
  });

export const useCreateNetworkBlock = () =>
  useApiMutation({
    mutationFn: (body: Input<'createNetworkBlock'>['body']) => call('createNetworkBlock', { body }),
    success: ({ msg }) => msg,
    invalidates: ['listNetworkBlocks'],
  });

export const useEndNetworkBlock = (id: string) =>
  useApiMutation({
    mutationFn: (body: Input<'endNetworkBlock'>['body']) => call('endNetworkBlock', { params: { id }, body }),
    success: ({ msg }) => msg,
    invalidates: ['listNetworkBlocks'],
  });
