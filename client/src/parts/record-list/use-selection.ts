import { useState } from 'react';
import { pageOf } from '#parts/list/list-page.ts';
import { type Filter, without } from '#parts/list/list-search.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import type { RecordRow } from './record-rows.tsx';
import type { RecordSource } from './record-source.ts';
import { nothingSelected, onPage, type Selection, toggle, toggleAll } from './selection.ts';

/** The selection: individual rows of the page, or all records that match the filter on every page. */
export function useSelection<Row extends RecordRow>(
  source: RecordSource<Row>,
  filter: Filter,
  rows: readonly Row[],
) {
  const [pageSelection, setPageSelection] = useState(nothingSelected);
  const {
    mutate,
    data: found,
    isPending,
    reset,
  } = useApiMutation({
    mutationFn: (searched: Filter) => findMatching(source, searched),
    toastsFailure: true,
  });

  const matching = found && keyOf(found.filter) === keyOf(filter) ? found : null;
  const ids = rows.map(({ id }) => id);
  const matched = rows.filter((row) => matching && source.timeOf(row) <= matching.until);
  const selection = matching
    ? { ids: new Set(matched.map(({ id }) => id)), anchor: null }
    : onPage(pageSelection, ids);

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
    clear: () => select(nothingSelected),
    selectMatching: () => mutate(filter),
    isSearching: isPending,
  };
}

export type RecordSelection = ReturnType<typeof useSelection>;

/** The sort does not change what matches. */
const keyOf = (filter: Filter) => JSON.stringify(without(filter, 'sort'));

/** The number of records that match the filter now, and the time of the latest one. */
async function findMatching<Row extends RecordRow>(source: RecordSource<Row>, searched: Filter) {
  const filter = without(searched, 'sort');
  const { signal } = new AbortController();
  const { rows, total } = pageOf(await source.page({ filter, page: 1, pageSize: 1 }).queryFn({ signal }));
  return rows[0] ? { filter, total, until: source.timeOf(rows[0]) } : null;
}
