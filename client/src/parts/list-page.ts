import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError } from '#api/api-error.ts';
import type { ListSearch } from './list-search.ts';

export interface ListPage<Row> {
  rows: Row[];
  total: number;
  pages: number;
  page: number;
}

export type Search = Pick<ListSearch, 'filter' | 'page'>;

/**
 * One page of a list that is searched for; until it is here, the page before it.
 * @param operation names the list among the queries, to be read again once something in it has changed.
 * @param nothingFound the text of the 404 that stands for an empty list; every other 404 is a failure.
 */
export function useListPage<Row>(
  operation: string,
  { filter, page }: Search,
  nothingFound: string,
  read: (signal: AbortSignal) => Promise<ListPage<Row>>,
) {
  return useQuery({
    queryKey: [operation, filter, page],
    queryFn: ({ signal }) =>
      read(signal).catch((error: unknown) => {
        const isEmpty = error instanceof ApiError && error.status === 404 && error.message === nothingFound;
        if (!isEmpty) throw error;
        return { rows: [], total: 0, pages: 0, page: 1 };
      }),
    placeholderData: keepPreviousData,
  });
}
