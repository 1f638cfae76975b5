import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';

const raised = 'sent';
const stored = localStorageItem('emailFlag');

/** Raised between a registration and its verification, for all tabs. */
export const emailFlag = {
  raise: () => stored.set(raised),
  clear: () => stored.set(null),
};

export function useEmailFlag(): boolean {
  return useSyncExternalStore(stored.subscribe, stored.get) === raised;
}
