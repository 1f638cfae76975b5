import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const purposes = [
  'accessToken',
  'refreshToken',
  'refreshTokenTag',
  'accountLink',
  'temporaryPassword',
  'deviceToken',
  'csrfToken',
  'mailBudget',
  'loginIdentifier',
  'signedFile',
  'totpSecret',
  'secondFactorToken',
  'auditSeal',
  'exportLink',
  'backup',
] as const;

type Purpose = (typeof purposes)[number];
type KeySet = Readonly<Record<Purpose, Buffer>>;

/** A key per purpose: what is made for one never passes for another. */
export interface Keys extends KeySet {
  /** Of the previous secret: verify only. */
  previous?: KeySet | undefined;
}

const keyBytes = 32;

export function deriveKeys(secret: string, previousSecret?: string): Keys {
  return {
    ...keysOf(secret),
    ...(previousSecret !== undefined && { previous: keysOf(previousSecret) }),
  };
}

/** HKDF-SHA256 (RFC 5869) with the purpose as info. */
function keysOf(secret: string): KeySet {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'declassified', purpose, keyBytes));
  return Object.fromEntries(purposes.map((purpose) => [purpose, derive(purpose)])) as Record<Purpose, Buffer>;
}

/** The present key first. */
export const verifyingKeys = (keys: Keys, purpose: Purpose): Buffer[] =>
  [keys[purpose], keys.previous?.[purpose]].filter((key) => key !== undefined);

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** 43 URL-safe characters. */
export function sign(key: Buffer, text: string): string {
  return keyedHash(key, text).toString('base64url');
}

/** Under the present or the previous secret. */
export function isSigned(keys: Keys, purpose: Purpose, text: string, signature: string): boolean {
  return verifyingKeys(keys, purpose).some((key) => equals(signature, sign(key, text)));
}

const keyNameLength = 12;

/** Identifies a key without revealing it. */
export const keyNameOf = (key: Buffer): string => sign(key, 'name').slice(0, keyNameLength);

/** Compares in constant time. */
export function equals(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
