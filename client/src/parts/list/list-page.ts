import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { ListSearch } from './list-search.ts';

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  pages: number;
  page: number;
}

/** The fields that the responses of all lists have in common. The name of the total differs. */
interface ListResponse<Row> {
  data: Row[];
  page: number;
  numOfPages: number;
}

export function pageOf<Row>({ data, page, numOfPages }: ListResponse<Row>, total: number): ListPage<Row> {
  return { rows: data, total, pages: numOfPages, page };
}

export type Search = Pick<ListSearch, 'filter' | 'page' | 'pageSize'>;

/** The search as query parameters of the API. */
export const searchFields = ({ filter, page, pageSize }: Search) => ({
  ...filter,
  page,
  page_size: pageSize,
});

/** One page of a filtered list. The previous page remains until it is loaded. */
export function useListPage<Row>(
  operation: string,
  { filter, page, pageSize }: Search,
  read: (signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  return useQuery({
    queryKey: [operation, filter, page, pageSize],
    queryFn: ({ signal }) => read(signal).catch(emptyPage<Row>),
    placeholderData: keepPreviousData,
  });
}

/** The server responds to an empty list with `not_found`, which becomes an empty page. */
export function emptyPage<Row>(error: unknown): ListPage<Row> {
  const isEmpty = error instanceof ApiError && error.code === 'not_found';
  if (!isEmpty) throw error;
  return { rows: [], total: 0, pages: 0, page: 1 };
}
