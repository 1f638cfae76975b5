import { type Search, searchFields, useListPage } from '#parts/list/list-page.ts';
import { apiQuery } from '#session/call.ts';

export const useNetworkBlocks = (search: Search) =>
  useListPage(apiQuery('listNetworkBlocks', { body: searchFields(search) }), search.page);

/** The networks of the latest IP records. */
export const useNetworks = ({ page, pageSize }: Search) =>
  useListPage(apiQuery('listNetworks', { body: { page, page_size: pageSize } }), page);
