import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { ApiQuery } from '#api/call.ts';
import type { ListSearch } from './list-search.ts';

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  pages: number;
  page: number;
}

/** The fields that the responses of all lists have in common, besides a total whose name differs. */
interface ListResponse<Row> {
  data: Row[];
  /** Missing if another server responds. */
  page?: number;
  numOfPages: number;
}

export type ListPageQuery<Row> = ApiQuery<ListResponse<Row>>;

export type Search = Pick<ListSearch, 'filter' | 'page' | 'pageSize'>;

/** The search as query parameters of the API. */
export const searchFields = ({ filter, page, pageSize }: Search) => ({
  ...filter,
  page,
  page_size: pageSize,
});

export function pageOf<Row>(response: ListResponse<Row>, requestedPage: number): ListPage<Row> {
  const { data, page = requestedPage, numOfPages } = response;
  const [, total] = Object.entries(response).find(([name]) => name.startsWith('total')) ?? [];
  return { rows: data, total: Number(total), pages: numOfPages, page };
}

const emptyPage = { rows: [], total: 0, pages: 0, page: 1 };

/** One page of a filtered list. The previous page remains visible until the next one is loaded. */
export function useListPage<Row>({ queryKey, queryFn }: ListPageQuery<Row>, requestedPage: number) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey,
    queryFn,
    select: (response) => pageOf(response, requestedPage),
    placeholderData: keepPreviousData,
  });
  // The server responds to an empty list with a 404 and a message.
  const isEmpty = error instanceof ApiError && error.status === 404 && error.hasServerMessage;
  return isEmpty
    ? { data: emptyPage, error: null, isPlaceholderData, refetch }
    : { data, error, isPlaceholderData, refetch };
}
