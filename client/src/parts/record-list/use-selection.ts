import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Filter } from '#parts/list/list-search.ts';
import { toast } from '#ui/feedback/toast.ts';
import { findMatching, isSameFilter, type Matching } from './matching.ts';
import type { RecordRow } from './record-rows.tsx';
import type { RecordSource } from './record-source.ts';
import { nothingSelected, onPage, type Selection, toggle, toggleAll } from './selection.ts';

/** Rows of the page, or all that match the filter on every page. */
export function useSelection<Row extends RecordRow>(
  source: RecordSource<Row>,
  filter: Filter,
  rows: readonly Row[],
) {
  const [picked, setPicked] = useState(nothingSelected);
  const [chosen, setChosen] = useState<Matching | null>(null);
  const search = useMutation({
    mutationFn: () => findMatching(source, filter),
    onSuccess: setChosen,
    onError: (error) => toast.error(error.message),
  });

  const matching = chosen && isSameFilter(chosen.filter, filter) ? chosen : null;
  const ids = rows.map(({ id }) => id);
  const matched = rows.filter((row) => matching && source.timeOf(row) <= matching.until);
  const selection = matching
    ? { ids: new Set(matched.map(({ id }) => id)), anchor: null }
    : onPage(picked, ids);

  function pick(next: Selection) {
    setChosen(null);
    setPicked(next);
  }

  return {
    ids: selection.ids,
    /** Undefined while rows are ticked one by one. */
    matching: matching ?? undefined,
    size: matching ? matching.total : selection.ids.size,
    isPageSelected: ids.every((id) => selection.ids.has(id)),
    toggle: (id: string, isRange: boolean) => pick(toggle(selection, id, ids, isRange)),
    togglePage: () => pick(toggleAll(selection, ids)),
    clear: () => pick(nothingSelected),
    selectMatching: () => search.mutate(),
    isSearching: search.isPending,
  };
}

export type RecordSelection = ReturnType<typeof useSelection>;
