import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

const purposes = [
  'accessToken',
  'refreshToken',
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
] as const;

/** One key of 32 bytes per purpose: what is made for one purpose can never pass for another. */
export type Keys = Readonly<Record<(typeof purposes)[number], Buffer>>;

const keyBytes = 32;

/** HKDF-SHA256 (RFC 5869) of the one secret, with the purpose as its info. The same secret gives the same keys. */
export function deriveKeys(secret: string): Keys {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'declassified', purpose, keyBytes));
  return Object.fromEntries(purposes.map((purpose) => [purpose, derive(purpose)])) as Record<
    (typeof purposes)[number],
    Buffer
  >;
}

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** The keyed hash as URL-safe text of 43 characters. */
export function sign(key: Buffer, text: string): string {
  return keyedHash(key, text).toString('base64url');
}

/** Compares in constant time. */
export function equals(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
