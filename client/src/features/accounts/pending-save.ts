import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { localStorageItem } from '#session/local-storage-item.ts';

interface PendingSave {
  username: string;
  /** The URL of the result. */
  path: string;
  expiresAtMs: number;
}

/** In the local storage, because the link of the verification email opens in another tab. */
const stored = localStorageItem('pendingSave');

/** Stores the result that a guest wanted to save before registering, until the first sign-in of the new account. */
export function storePendingSave(username: string, path: string): void {
  const expiresAtMs = Date.now() + linkLimits.verificationSeconds * 1_000;
  stored.set(JSON.stringify({ username, path, expiresAtMs } satisfies PendingSave));
}

/** The URL of the result that this user is to find saved. Removes it, whoever signs in. */
export function takePendingSave(username: string): string | undefined {
  const text = stored.get();
  if (text === null) return undefined;
  stored.set(null);
  const pending = JSON.parse(text) as PendingSave;
  const isOwn = pending.username.toLowerCase() === username.toLowerCase();
  return isOwn && pending.expiresAtMs > Date.now() ? pending.path : undefined;
}
