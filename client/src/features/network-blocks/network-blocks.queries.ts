import type { Input } from '#api/call.ts';
import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { apiQuery, call } from '#session/call.ts';

export const useNetworkBlocks = (search: Search) =>
  useListPage(apiQuery('listNetworkBlocks', { body: searchFields(search) }), search.page);

/** The networks of the latest IP records. */
export const useNetworks = ({ page, pageSize }: Search) =>
  useListPage(apiQuery('listNetworks', { body: { page, page_size: pageSize } }), page);

export const useEndNetworkBlock = (id: string) =>
  useApiMutation({
    mutationFn: (body: Input<'endNetworkBlock'>['body']) => call('endNetworkBlock', { params: { id }, body }),
    success: ({ msg }) => msg,
    invalidates: ['listNetworkBlocks', 'listNetworks'],
  });
