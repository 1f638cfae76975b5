import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

const choice = localStorageItem('userListView');

const isTable = () => choice.get() === 'table';

/** Whether wide screens list users in a table instead of cards; stored in this browser. */
export function useUserTable(): [boolean, (isTable: boolean) => void] {
  return [useSyncExternalStore(choice.subscribe, isTable), (table) => choice.set(table ? 'table' : null)];
}
