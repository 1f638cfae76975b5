import { sessionLimits } from 'contract/sessions.constants.ts';

/** Seconds since 1970 (RFC 7519, 4.1). */
interface TokenTimes {
  exp: number;
  iat?: number;
}

function timesOf(token: unknown): TokenTimes | null {
  if (typeof token !== 'string') return null;
  try {
    const payload = token.split('.')[1] ?? '';
    const times = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as TokenTimes;
    return typeof times.exp === 'number' ? times : null;
  } catch {
    return null;
  }
}

/**
 * Server time minus device time in milliseconds, from a token that was requested at `askedAtMs`. The time of the
 * request, not of the response: after a slow response a token then looks older than it is, never younger.
 */
export function clockOffsetOf(token: string, askedAtMs: number): number {
  const issuedAt = timesOf(token)?.iat;
  return issuedAt === undefined ? 0 : issuedAt * 1000 - askedAtMs;
}

/** With a margin; an unreadable token counts as expired. */
export function isExpired(token: string, clockOffsetMs: number): boolean {
  const expiry = timesOf(token)?.exp;
  if (expiry === undefined) return true;
  return Date.now() + clockOffsetMs >= (expiry - sessionLimits.expiryMarginSeconds) * 1000;
}
