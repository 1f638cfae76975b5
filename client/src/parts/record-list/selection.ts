export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const emptySelection: Selection = { ids: new Set(), anchor: null };

/** Selects or deselects a row, or with `isRange` all rows from the last toggled one. `rows` are the ids of the page. */
export function toggle(
  { ids, anchor }: Selection,
  id: string,
  rows: readonly string[],
  isRange: boolean,
): Selection {
  const to = rows.indexOf(id);
  const from = isRange && anchor !== null && rows.includes(anchor) ? rows.indexOf(anchor) : to;
  const toggledRows = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(ids);
  const isSelected = !ids.has(id);
  for (const row of toggledRows) {
    if (isSelected) next.add(row);
    else next.delete(row);
  }
  return { ids: next, anchor: id };
}

/** Selects all rows of the page, or deselects them if all are selected. */
export function toggleAll({ ids }: Selection, rows: readonly string[]): Selection {
  const areAllSelected = rows.every((row) => ids.has(row));
  return { ids: new Set(areAllSelected ? [] : rows), anchor: null };
}

/** Limits the selection to rows of the page, because only visible rows may be deleted. */
export function limitToPage({ ids, anchor }: Selection, rows: readonly string[]): Selection {
  return { ids: new Set(rows.filter((row) => ids.has(row))), anchor };
}
