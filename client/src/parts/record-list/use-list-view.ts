import { useState, useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

type ListView = 'table' | 'cards';

/** How wide screens display the rows of a list: as a table until the user chooses cards. Stored in this browser. */
export function useListView(list: string): [ListView, (view: ListView) => void] {
  const [item] = useState(() => localStorageItem(`view of ${list}`));
  const stored = useSyncExternalStore(item.subscribe, item.get);
  const view = stored === 'cards' ? 'cards' : 'table';
  return [view, (next) => item.set(next === 'table' ? null : next)];
}
