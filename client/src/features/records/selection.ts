/** The ticked rows, and the one where a range starts. */
export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/**
 * Ticks or unticks a row; with `isRange` all rows from the last one touched to this one.
 * @param rows the ids on the page, in its order.
 */
export function toggle(
  { ids, anchor }: Selection,
  id: string,
  rows: readonly string[],
  isRange: boolean,
): Selection {
  const to = rows.indexOf(id);
  const from = isRange && anchor !== null && rows.includes(anchor) ? rows.indexOf(anchor) : to;
  const touched = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
  const next = new Set(ids);
  const isTicked = !ids.has(id);
  for (const row of touched) {
    if (isTicked) next.add(row);
    else next.delete(row);
  }
  return { ids: next, anchor: id };
}

/** Ticks every row of the page, or none where all are. */
export function toggleAll({ ids }: Selection, rows: readonly string[]): Selection {
  const areAll = rows.every((row) => ids.has(row));
  return { ids: new Set(areAll ? [] : rows), anchor: null };
}

/** The part of a selection that is on the page: nothing out of view is deleted. */
export function onPage({ ids, anchor }: Selection, rows: readonly string[]): Selection {
  return { ids: new Set(rows.filter((row) => ids.has(row))), anchor };
}
