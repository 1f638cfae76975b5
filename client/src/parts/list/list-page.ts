import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { ListSearch } from './list-search.ts';

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  pages: number;
  page: number;
}

/** What the responses of all lists share. Each has another name for its total. */
interface ListResponse<Row> {
  data: Row[];
  page: number;
  numOfPages: number;
}

export function pageOf<Row>({ data, page, numOfPages }: ListResponse<Row>, total: number): ListPage<Row> {
  return { rows: data, total, pages: numOfPages, page };
}

export type Search = Pick<ListSearch, 'filter' | 'page' | 'pageSize'>;

/** By their names in the API. */
export const searchFields = ({ filter, page, pageSize }: Search) => ({
  ...filter,
  page,
  page_size: pageSize,
});

/** One page of a searched list; until it is loaded, the previous one. */
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

/** The server answers an empty list with `not_found`. */
export function emptyPage<Row>(error: unknown): ListPage<Row> {
  const isEmpty = error instanceof ApiError && error.code === 'not_found';
  if (!isEmpty) throw error;
  return { rows: [], total: 0, pages: 0, page: 1 };
}
