import { useState } from 'react';

export interface Row<Item> {
  item: Item;
  /** The item has been removed from the list; its row remains in place with its last content. */
  isGone: boolean;
}

/**
 * The rows of a list. After a change they stay in place until the pointer or the focus leaves the frame, so that a
 * second press never hits the next row.
 */
export function useStableRows<Item extends { id: string; isDraft?: boolean }>(items: readonly Item[]) {
  const [frozen, setFrozen] = useState<readonly Item[] | null>(null);
  const current = new Map(items.map((item) => [item.id, item]));
  const frozenRows = (frozen ?? [])
    .map((item) => ({ item: current.get(item.id) ?? item, isGone: !current.has(item.id) }))
    // Drops a draft that the server has stored under its final id.
    .filter(({ item, isGone }) => !isGone || item.isDraft !== true);
  const frozenIds = new Set(frozenRows.map(({ item }) => item.id));
  const others = items.filter(({ id }) => !frozenIds.has(id)).map((item) => ({ item, isGone: false }));
  const rows = [...frozenRows, ...others];
  return { rows, freeze: () => setFrozen(rows.map(({ item }) => item)), release: () => setFrozen(null) };
}
