import { useState } from 'react';
import { pageOf } from '#parts/list/list-page.ts';
import { type Filter, without } from '#parts/list/list-search.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import type { RecordRow } from './record-rows.tsx';
import type { RecordSource } from './record-source.ts';
import { emptySelection, limitToPage, type Selection, toggle, toggleAll } from './selection.ts';

/** The selection: individual rows of the page, or all records that match the filter on every page. */
export function useSelection<Row extends RecordRow>(
  source: RecordSource<Row>,
  filter: Filter,
  rows: readonly Row[],
) {
  const [pageSelection, setPageSelection] = useState(emptySelection);
  const {
    mutate,
    data: searchResult,
    isPending,
    reset,
  } = useApiMutation({
    mutationFn: (searchFilter: Filter) => findMatching(source, searchFilter),
    toastsFailure: true,
  });

  const matching = searchResult && keyOf(searchResult.filter) === keyOf(filter) ? searchResult : null;
  const ids = rows.map(({ id }) => id);
  const matchingRows = rows.filter((row) => matching && source.timeOf(row) <= matching.until);
  const selection = matching
    ? { ids: new Set(matchingRows.map(({ id }) => id)), anchor: null }
    : limitToPage(pageSelection, ids);

  function select(next: Selection) {
    reset();
    setPageSelection(next);
  }

  return {
    ids: selection.ids,
    /** Undefined while rows are selected individually. */
    matching: matching ?? undefined,
    size: matching ? matching.total : selection.ids.size,
    isPageSelected: ids.every((id) => selection.ids.has(id)),
    toggle: (id: string, isRange: boolean) => select(toggle(selection, id, ids, isRange)),
    togglePage: () => select(toggleAll(selection, ids)),
    clear: () => select(emptySelection),
    selectMatching: () => mutate(filter),
    isSearching: isPending,
  };
}

/** The sort does not change what matches. */
const keyOf = (filter: Filter) => JSON.stringify(without(filter, 'sort'));

/** The number of records that match the filter now, and the time of the latest one. */
async function findMatching<Row extends RecordRow>(source: RecordSource<Row>, searchFilter: Filter) {
  const filter = without(searchFilter, 'sort');
  const { signal } = new AbortController();
  const { rows, total } = pageOf(await source.page({ filter, page: 1, pageSize: 1 }).queryFn({ signal }), 1);
  return rows[0] ? { filter, total, until: source.timeOf(rows[0]) } : null;
}
