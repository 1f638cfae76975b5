import { randomBytes } from 'node:crypto';
import argon2 from 'argon2';
import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { site } from 'contract/texts.ts';
import type { UserModel } from '#generated/prisma/models.ts';
import type { QueueLoad } from '#platform/observability/counts.ts';
import { busy } from '#errors.ts';
import { ipAddressGroup, isOwnMachine, networkGroup } from '#platform/ip-addresses.ts';
import { createSemaphore } from '#platform/concurrency/semaphore.ts';

/** Waits in the hash queue, so never call it in a transaction. `ipAddress` determines the share of the queue. */
export interface PasswordHashing {
  hash: (password: string, ipAddress: string) => Promise<string>;
  verify: (hash: string, password: string, ipAddress: string) => Promise<boolean>;
  isOutdated: (hash: string) => boolean;
  /** A hash that takes as long to verify as a real one, and matches no password. */
  decoy: string;
  load: () => QueueLoad;
}

export interface HashSettings {
  memoryKib: number;
  passes: number;
  lanes: number;
}

/** The minimum for argon2id in OWASP's Password Storage Cheat Sheet. */
export const currentHashSettings: HashSettings = { memoryKib: 19 * 1024, passes: 2, lanes: 1 };

export function createPasswordHashing(
  queueOptions: HashQueueOptions,
  settings: HashSettings = currentHashSettings,
): PasswordHashing {
  const queue = createHashQueue(queueOptions);
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

/** A hash in the PHC string format, with random bytes as the digest. */
function decoyHash({ memoryKib, passes, lanes }: HashSettings): string {
  const [salt, digest] = [16, 32].map((bytes) => randomBytes(bytes).toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${lanes}$${salt}$${digest}`;
}

/** Lower case, sorted by frequency. Loaded at the first use, because the list takes 8 MB. */
async function loadCommonPasswords(): Promise<Set<unknown>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

let loading: ReturnType<typeof loadCommonPasswords> | undefined;

type PasswordOwner = Pick<UserModel, 'username' | 'email' | 'is_staff' | 'is_superuser'>;

/**
 * Returns why the password is refused, or undefined. Expects NFKC. Uses a blocklist instead of composition rules
 * (NIST SP 800-63B, 3.1.1.2).
 */
export async function passwordWeakness(
  password: string,
  { username, email, is_staff, is_superuser }: PasswordOwner,
): Promise<string | undefined> {
  const length = Array.from(password).length;
  const { staffPasswordMinLength: staffMinLength } = accountLimits;
  if ((is_staff || is_superuser) && length < staffMinLength)
    return `Staff need at least ${staffMinLength} characters.`;
  const commonPasswords = await (loading ??= loadCommonPasswords());
  const whole = password.toLowerCase();
  if (commonPasswords.has(whole)) return 'This password is too common. Choose another.';
  const [localPart = ''] = email.split('@');
  const names = [username, email, localPart, site.name].map((name) => name.toLowerCase());
  if (names.includes(whole)) return `Must not be the username, the email or ${site.name}.`;
  return undefined;
}

/** A hash occupies a core and 19 MiB. */
const queueLimits = {
  permits: 2,
  maxWaiting: 64,
  maxWaitingPerGroup: 4,
  waitMs: 2_000,
  retryAfterSeconds: 2,
} as const;

export interface HashQueueOptions {
  /** Multiplies the share of each network, but not the limit of the whole queue. */
  rateLimitScale: number;
  publicUrl: string;
}

/**
 * `run` rejects with `unavailable` if the queue or the share of the network is full, or the wait is too long. Rejected
 * work has not started.
 */
export function createHashQueue({ rateLimitScale, publicUrl }: HashQueueOptions) {
  const { retryAfterSeconds, maxWaitingPerGroup, ...limits } = queueLimits;
  const { run, load } = createSemaphore({
    ...limits,
    maxWaitingPerGroup: Math.max(1, Math.floor(maxWaitingPerGroup * rateLimitScale)),
    refusal: () => busy(retryAfterSeconds),
  });
  return {
    run: <Result>(ipAddress: string, work: () => Promise<Result>) =>
      run(work, isOwnMachine(publicUrl)(ipAddress) ? {} : { group: ipAddressGroup(ipAddress, networkGroup) }),
    load,
  };
}
