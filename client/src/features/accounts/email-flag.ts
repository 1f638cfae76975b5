import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';
import { onSessionChange, readSession } from '#session/session.ts';

const stored = localStorageItem('emailFlag');

/** Set from a registration until its verification or its link's expiry, in all tabs; holds the time of expiry. */
export const emailFlag = {
  raise: () => stored.set(String(Date.now() + linkLimits.verificationSeconds * 1_000)),
  clear: () => stored.set(null),
};

// A signed-in user awaits no verification; it may have happened in another browser.
onSessionChange(() => {
  if (readSession()) emailFlag.clear();
});

const isRaised = () => Number(stored.get()) > Date.now();

export function useEmailFlag(): boolean {
  return useSyncExternalStore(stored.subscribe, isRaised);
}
