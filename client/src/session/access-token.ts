import { sessionLimits } from 'contract/accounts/sessions.constants.ts';

/** RFC 7519, 4.1; times in seconds since 1970. */
interface Claims {
  exp: number;
  iat?: number;
  sub?: string;
}

function claimsOf(token: unknown): Claims | null {
  if (typeof token !== 'string') return null;
  try {
    const payload = token.split('.')[1] ?? '';
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as Claims;
    return typeof claims.exp === 'number' ? claims : null;
  } catch {
    return null;
  }
}

export function userIdOf(token: string): string | undefined {
  return claimsOf(token)?.sub;
}

/**
 * Server time minus device time in milliseconds, from a token that was requested at `requestedAtMs`. The time of the
 * request, not of the response: after a slow response a token then looks older than it is, never younger.
 */
export function clockOffsetOf(token: string, requestedAtMs: number): number {
  const issuedAt = claimsOf(token)?.iat;
  return issuedAt === undefined ? 0 : issuedAt * 1000 - requestedAtMs;
}

/** With a margin; an unreadable token counts as expired. */
export function isExpired(token: string, clockOffsetMs: number): boolean {
  const expiry = claimsOf(token)?.exp;
  if (expiry === undefined) return true;
  return Date.now() + clockOffsetMs >= (expiry - sessionLimits.expiryMarginSeconds) * 1000;
}
