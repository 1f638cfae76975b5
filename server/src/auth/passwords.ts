import { randomBytes } from 'node:crypto';
import { dictionary } from '@zxcvbn-ts/language-common';
import argon2 from 'argon2';
import type { QueueLoad } from '#platform/observability/counts.ts';
import { createHashQueue } from './hash-queue.ts';

/**
 * Every computation waits in the hash queue: never call it inside a transaction. `ipAddress` decides which share
 * of the queue is used.
 */
export interface PasswordHashing {
  hash: (password: string, ipAddress: string) => Promise<string>;
  verify: (hash: string, password: string, ipAddress: string) => Promise<boolean>;
  isOutdated: (hash: string) => boolean;
  /** No password matches it; verifying it takes as long for an unknown user as for a known one. */
  decoy: string;
  load: () => QueueLoad;
}

export interface HashSettings {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** The minimum of OWASP's Password Storage Cheat Sheet for argon2id. */
const currentSettings: HashSettings = { memoryKib: 19 * 1024, passes: 2, lanes: 1 };

export function createPasswordHashing(
  { rateLimitScale }: { rateLimitScale: number },
  settings: HashSettings = currentSettings,
): PasswordHashing {
  const queue = createHashQueue(rateLimitScale);
  const options = {
    type: argon2.argon2id,
    memoryCost: settings.memoryKib,
    timeCost: settings.passes,
    parallelism: settings.lanes,
  };
  return {
    hash: (password, ipAddress) => queue.run(ipAddress, () => argon2.hash(password, options)),
    verify: (hash, password, ipAddress) => queue.run(ipAddress, () => argon2.verify(hash, password)),
    isOutdated: (hash) => argon2.needsRehash(hash, options),
    decoy: decoyHash(settings),
    load: queue.load,
  };
}

/** Random bytes in the place of a digest, in the PHC string format. */
function decoyHash({ memoryKib, passes, lanes }: HashSettings): string {
  const [salt, digest] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${salt}$${digest}`;
}

/** Breached passwords by frequency, lower-case. */
const commonPasswords = new Set(dictionary['passwords-common']);

/**
 * The reason shown to the user, or undefined. Expects NFKC. (NIST SP 800-63B, 3.1.1.2: a blocklist in place of
 * composition rules.)
 */
export function whyTooEasy(
  password: string,
  account: { username: string; email: string },
): string | undefined {
  const folded = password.toLowerCase();
  if (commonPasswords.has(folded)) return 'This password is too common. Choose another.';
  const names = [account.username.toLowerCase(), account.email.toLowerCase()];
  if (names.includes(folded)) return 'Must not be the username or the email.';
  return undefined;
}
