import type { OperationName } from 'contract/operations.ts';
import { type ListPage, type Search, useListPage } from '#parts/list/list-page.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { useInvalidation } from '#parts/query/use-invalidation.ts';
import type { RecordRow } from './record-rows.tsx';

export interface RecordSource<Row extends RecordRow> {
  list: OperationName;
  readPage: (search: Search, signal: AbortSignal) => Promise<ListPage<Row>>;
  /** What `latest` and `oldest` sort by. */
  timeOf: (row: Row) => string;
  /** At most `listLimits.maxIds` at once. */
  deleteRows: (ids: string[]) => Promise<{ msg: string; deleted: number }>;
  deletionFailure: string;
  /** Further queries that a deletion changes. */
  alsoShownIn?: readonly OperationName[];
}

export const useRecords = <Row extends RecordRow>(source: RecordSource<Row>, search: Search) =>
  useListPage(source.list, search, (signal) => source.readPage(search, signal));

export const useInvalidateRecords = <Row extends RecordRow>({ list, alsoShownIn = [] }: RecordSource<Row>) =>
  useInvalidation([list, ...alsoShownIn]);

export const useDeletion = <Row extends RecordRow>({
  list,
  alsoShownIn = [],
  deleteRows,
  deletionFailure,
}: RecordSource<Row>) =>
  useApiMutation({
    mutationFn: deleteRows,
    success: ({ msg }) => msg,
    toastsFailure: () => deletionFailure,
    invalidates: [list, ...alsoShownIn],
  });
