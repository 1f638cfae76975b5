import { useState } from 'react';
import type { Filter } from '#parts/list/list-search.ts';
import { useApiMutation } from '#parts/query/use-api-mutation.ts';
import { findMatching, isSameFilter, type Matching } from './matching.ts';
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
  const [lastMatching, setLastMatching] = useState<Matching | null>(null);
  const search = useApiMutation({
    mutationFn: () => findMatching(source, filter),
    onSuccess: setLastMatching,
    toastsFailure: true,
  });

  const matching = lastMatching && isSameFilter(lastMatching.filter, filter) ? lastMatching : null;
  const ids = rows.map(({ id }) => id);
  const matched = rows.filter((row) => matching && source.timeOf(row) <= matching.until);
  const selection = matching
    ? { ids: new Set(matched.map(({ id }) => id)), anchor: null }
    : onPage(pageSelection, ids);

  function select(next: Selection) {
    setLastMatching(null);
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
    selectMatching: () => search.mutate(),
    isSearching: search.isPending,
  };
}

export type RecordSelection = ReturnType<typeof useSelection>;
