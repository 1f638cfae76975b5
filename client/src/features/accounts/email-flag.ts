import { linkLimits } from 'contract/accounts.constants.ts';
import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';
import { onSessionChange, readSession } from '#session/session.ts';

const stored = localStorageItem('emailFlag');

/** Raised from a registration until its verification or its link's end, for all tabs: holds the time of that end. */
export const emailFlag = {
  raise: () => stored.set(String(Date.now() + linkLimits.verificationSeconds * 1_000)),
  clear: () => stored.set(null),
};

// Whoever signs in awaits no verification, which may have happened in another browser.
onSessionChange(() => {
  if (readSession()) emailFlag.clear();
});

const isRaised = () => Number(stored.get()) > Date.now();

export function useEmailFlag(): boolean {
  return useSyncExternalStore(stored.subscribe, isRaised);
}
