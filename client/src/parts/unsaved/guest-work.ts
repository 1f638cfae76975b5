import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { trainingLimits } from 'contract/training/training.constants.ts';
import { useSyncExternalStore } from 'react';
import type { Input } from '#api/call.ts';
import { isOwnPath } from '#parts/navigation/return-to.ts';
import { localStorageItem } from '#session/local-storage-item.ts';

interface Stored<Work> {
  work: Work;
  /** The user who alone takes it over. */
  username: string | undefined;
  expiresAtMs: number;
}

/**
 * The work of a guest, until a user takes it over after the sign-in. In the local storage, because the link of the
 * verification email opens in another tab.
 */
function guestWork<Work>(key: string, lifetimeSeconds: number, isWork: (work: Work) => boolean) {
  const item = localStorageItem(key);
  const read = (text: string | null, user?: string): Work | null => {
    try {
      const { work, username, expiresAtMs } = JSON.parse(text ?? '') as Stored<Work>;
      const isOwn = username === undefined || username.toLowerCase() === user?.toLowerCase();
      return isOwn && expiresAtMs > Date.now() && isWork(work) ? work : null;
    } catch {
      // Another version of the app, or the user, may have written it.
      return null;
    }
  };
  const drop = () => item.set(null);
  return {
    store(work: Work, username?: string): void {
      const expiresAtMs = Date.now() + lifetimeSeconds * 1_000;
      item.set(JSON.stringify({ work, username, expiresAtMs } satisfies Stored<Work>));
    },
    useWork: (): Work | null => read(useSyncExternalStore(item.subscribe, item.get)),
    drop,
    /** Drops it, whoever signs in. */
    take(user: string): Work | null {
      const work = read(item.get(), user);
      drop();
      return work;
    },
  };
}

/** The URL of the result that a guest wanted to save before registering. */
export const guestResult = guestWork<string>('pendingSave', linkLimits.verificationSeconds, isOwnPath);

/** The answers to a sample, as long as its token is valid. */
export const guestSample = guestWork<Input<'saveSample'>['body']>(
  'training-sample',
  trainingLimits.sampleHours * 60 * 60,
  ({ token, answers }) => typeof token === 'string' && Array.isArray(answers),
);
