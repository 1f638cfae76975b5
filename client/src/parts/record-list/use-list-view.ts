import { useState, useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

export type ListView = 'table' | 'cards';

/** How wide screens display the rows of a list; stored in this browser. */
export function useListView(list: string, first: ListView): [ListView, (view: ListView) => void] {
  const [item] = useState(() => localStorageItem(`view of ${list}`));
  const stored = useSyncExternalStore(item.subscribe, item.get);
  const view = stored === 'table' || stored === 'cards' ? stored : first;
  return [view, (next) => item.set(next === first ? null : next)];
}
