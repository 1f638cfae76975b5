import { createHash, randomBytes } from 'node:crypto';
import { equals, isSigned, type Keys, sign } from '#auth/keys/keys.ts';
import { v7 as uuidv7 } from 'uuid';

/**
 * `<nonce>.<binding>.<HMAC>`. The binding identifies the session, so that a cookie set by a
 * neighbouring site is invalid (OWASP: signed double-submit cookie).
 */
export function makeCsrfToken(keys: Keys, sessionId: string | null): string {
  const text = `${randomBytes(16).toString('base64url')}.${bindingOf(sessionId)}`;
  return `${text}.${sign(keys.csrfToken, text)}`;
}

/** Without `sessionId`, the token of any session is accepted. */
export function isCsrfToken(keys: Keys, token: string | undefined, sessionId?: string): boolean {
  if (token === undefined) return false;
  const [nonce = '', binding = '', signature = ''] = token.split('.');
  if (sessionId !== undefined && !equals(binding, bindingOf(sessionId))) return false;
  return isSigned(keys, 'csrfToken', `${nonce}.${binding}`, signature);
}

/** A hash instead of the id, because scripts can read the cookie. */
const bindingOf = (sessionId: string | null) =>
  sessionId === null ? 'guest' : createHash('sha256').update(sessionId).digest('base64url');

/** A device is known to one account only. */
export interface Device {
  userId: string;
  deviceId: string;
}

export function newDevice(userId: string): Device {
  return { userId, deviceId: uuidv7() };
}

/** `<user id>.<device id>.<HMAC>`: useless without the account's password. */
export function signDevice({ deviceToken }: Keys, { userId, deviceId }: Device): string {
  const text = `${userId}.${deviceId}`;
  return `${text}.${sign(deviceToken, text)}`;
}

export function readDevice(keys: Keys, token: string | undefined): Device | undefined {
  const [userId = '', deviceId = '', signature = ''] = token?.split('.') ?? [];
  if (!isSigned(keys, 'deviceToken', `${userId}.${deviceId}`, signature)) return undefined;
  return { userId, deviceId };
}
