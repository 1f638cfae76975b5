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
  'unsubscribeLink',
  'backup',
  'trainingSample',
  'registrationCode',
] as const;

type Purpose = (typeof purposes)[number];
type KeySet = Readonly<Record<Purpose, Buffer>>;

/** One key for each purpose, so that a value made for one purpose is never valid for another. */
export interface Keys extends KeySet {
  /** The keys of the previous secret, which only verify. */
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

/** The current key first. */
export const verifyingKeys = (keys: Keys, purpose: Purpose): Buffer[] =>
  [keys[purpose], keys.previous?.[purpose]].filter((key) => key !== undefined);

export function keyedHash(key: Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

/** A signature of 43 URL-safe characters. */
export function sign(key: Buffer, text: string): string {
  return keyedHash(key, text).toString('base64url');
}

/** Accepts signatures of the current and the previous secret. */
export function isSigned(keys: Keys, purpose: Purpose, text: string, signature: string): boolean {
  return verifyingKeys(keys, purpose).some((key) => equals(signature, sign(key, text)));
}

const keyNameLength = 12;

/** Identifies a key without revealing it. */
export const keyNameOf = (key: Buffer): string => sign(key, 'name').slice(0, keyNameLength);

/** Compares in constant time. */
export function equals(actual: string, expected: string): boolean {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

export const signSeal = (key: Buffer, hash: Uint8Array): Buffer => keyedHash(key, hex(hash));

interface SignedSeal {
  id: string;
  key_name: string;
  hash: Uint8Array;
  mac: Uint8Array;
}

/** The key with this name, among the known keys. */
export const keyNamed = (name: string, keys: readonly Buffer[]): Buffer | undefined =>
  keys.find((key) => keyNameOf(key) === name);

/** The fault in the signature of a seal, or undefined if a known key signed it. */
export function signatureFault(seal: SignedSeal, keys: readonly Buffer[]): string | undefined {
  const key = keyNamed(seal.key_name, keys);
  if (!key) return `Seal ${seal.id} is signed with the key ${seal.key_name}, which is not known here.`;
  if (hex(signSeal(key, seal.hash)) === hex(seal.mac)) return undefined;
  return `Seal ${seal.id} was forged: the key ${seal.key_name} did not sign it.`;
}
