import type { OperationName } from 'contract/operations.ts';
import type { ListPageQuery, Search } from '#parts/list/list-page.ts';
import type { Filter } from '#parts/list/list-search.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import type { RecordRow } from './record-rows.tsx';

export interface RecordSource<Row extends RecordRow> {
  list: OperationName;
  page: (search: Search) => ListPageQuery<Row>;
  /** The time by which `latest` and `oldest` sort. */
  timeOf: (row: Row) => string;
  deleteRows: (rows: DeletedRows) => Promise<{ msg: string }>;
  /** The message of a deletion, if the server sends none. */
  deletionSuccess: string;
  deletionFailure: string;
  /** Further queries that a deletion changes. */
  alsoInvalidates?: readonly OperationName[];
}

/** Rows of a page by id, or all rows that match a filter and are not later than `until`. */
export type DeletedRows = { ids: string[] } | { filter: Filter; until: string };

export const useDeletion = <Row extends RecordRow>({
  list,
  alsoInvalidates = [],
  deleteRows,
  deletionSuccess,
  deletionFailure,
}: RecordSource<Row>) =>
  useApiMutation({
    mutationFn: deleteRows,
    success: ({ msg }) => msg || deletionSuccess,
    toastsFailure: () => deletionFailure,
    invalidates: [list, ...alsoInvalidates],
  });
