import { sessionLimits } from 'contract/accounts.constants.ts';

/** The times in an access token's payload, in seconds since 1970 (RFC 7519, 4.1). */
interface TokenTimes {
  exp: number;
  iat?: number;
}

/** Null for what is no token with a readable payload and an expiry. */
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
 * The server's clock less this device's, in milliseconds, as a token shows it that was asked for at `askedAtMs`.
 * The time of asking, not of arrival: a slow answer then makes the token look older than it is, never younger.
 */
export function clockOffsetOf(token: string, askedAtMs: number): number {
  const issuedAt = timesOf(token)?.iat;
  return issuedAt === undefined ? 0 : issuedAt * 1000 - askedAtMs;
}

/** Whether a token counts as expired: some seconds before it is, on the server's clock, or when unreadable. */
export function isExpired(token: string, clockOffsetMs: number): boolean {
  const expiry = timesOf(token)?.exp;
  if (expiry === undefined) return true;
  return Date.now() + clockOffsetMs >= (expiry - sessionLimits.expiryMarginSeconds) * 1000;
}
