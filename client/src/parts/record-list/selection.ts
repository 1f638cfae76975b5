export interface Selection {
  ids: ReadonlySet<string>;
  anchor: string | null;
}

export const nothingSelected: Selection = { ids: new Set(), anchor: null };

/** With `isRange`, all rows from the last one touched to this one. `rows` are the ids of the page. */
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

/** Unticks the page where every row is ticked. */
export function toggleAll({ ids }: Selection, rows: readonly string[]): Selection {
  const areAll = rows.every((row) => ids.has(row));
  return { ids: new Set(areAll ? [] : rows), anchor: null };
}

/** Only visible rows are deleted. */
export function onPage({ ids, anchor }: Selection, rows: readonly string[]): Selection {
  return { ids: new Set(rows.filter((row) => ids.has(row))), anchor };
}
