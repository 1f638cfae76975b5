import { storedEntry, useStoredEntry } from './stored-entry.ts';

const raised = 'sent';
const entry = storedEntry('emailFlag');

/** Raised between a registration and its verification, so that the notice page finds its reader. */
export const emailFlag = {
  raise: () => entry.set(raised),
  clear: () => entry.set(null),
};

export function useEmailFlag(): boolean {
  return useStoredEntry(entry) === raised;
}
