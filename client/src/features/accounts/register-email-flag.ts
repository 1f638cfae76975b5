import { useSyncExternalStore } from 'react';
import { storedText } from '#api/stored-text.ts';

const raised = 'sent';
const stored = storedText('emailFlag');

/** Raised between a registration and its verification, whichever tab follows the emailed link. */
export const emailFlag = {
  raise: () => stored.set(raised),
  clear: () => stored.set(null),
};

export function useEmailFlag(): boolean {
  return useSyncExternalStore(stored.follow, stored.get) === raised;
}
