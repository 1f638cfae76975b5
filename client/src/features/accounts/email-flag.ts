import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { useSyncExternalStore } from 'react';
import { localStorageItem } from '#session/local-storage-item.ts';
import { onSessionChange, readSession } from '#session/session.ts';

const stored = localStorageItem('emailFlag');

/** Marks a pending email verification in all tabs. Its value is the time at which the link expires. */
export const emailFlag = {
  raise: () => stored.set(String(Date.now() + linkLimits.verificationSeconds * 1_000)),
  clear: () => stored.set(null),
  isRaised: () => Number(stored.get()) > Date.now(),
};

// A signed-in user has verified the email address, perhaps in another browser.
onSessionChange(() => {
  if (readSession()) emailFlag.clear();
});

export function useEmailFlag(): boolean {
  return useSyncExternalStore(stored.subscribe, emailFlag.isRaised);
}
