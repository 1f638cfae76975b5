import { createHash, randomBytes } from 'node:crypto';
import { equals, type Keys, sign } from './keys.ts';

/**
 * `<nonce>.<binding>.<HMAC>` in letters, digits, `.`, `_` and `-`. The binding names the session it was made for,
 * so that a cookie planted from a neighbouring site is worth nothing (OWASP: signed double-submit cookie).
 */
export function makeCsrfToken(keys: Keys, sessionId: string | null): string {
  const text = `${randomBytes(16).toString('base64url')}.${bindingOf(sessionId)}`;
  return `${text}.${sign(keys.csrfToken, text)}`;
}

/** Whether this server made the token: for that session, or, where none is named, for anyone. */
export function isCsrfToken(keys: Keys, token: string | undefined, sessionId?: string): boolean {
  if (token === undefined) return false;
  const [nonce = '', binding = '', signature = ''] = token.split('.');
  if (sessionId !== undefined && !equals(binding, bindingOf(sessionId))) return false;
  return equals(signature, sign(keys.csrfToken, `${nonce}.${binding}`));
}

/** Not the id itself: scripts can read the cookie. */
const bindingOf = (sessionId: string | null) =>
  sessionId === null ? 'guest' : createHash('sha256').update(sessionId).digest('base64url');
