import { sessionLimits } from 'contract/accounts.constants.ts';

/** What an access token says: whose, and of which session. Everything else is read from the database. */
export interface AccessClaims {
  sub: string;
  sid: string;
  /** By the database's clock, in seconds since 1970. */
  iat: number;
}

/** An access token that has proved genuine. Whether its time is over, only the database's clock can tell. */
export interface GenuineClaims extends AccessClaims {
  exp: number;
}

const issuer = 'declassified';
const audience = 'declassified-api';
/** RFC 9068: keeps any other token of ours from passing as one for access. */
const type = 'at+jwt';

/**
 * Options of `@fastify/jwt`: one algorithm, and every claim is required and checked, but for the expiry, which whoever
 * looks the session up compares: clocks of processes need not agree.
 */
export function accessTokenOptions(key: Buffer) {
  return {
    secret: key,
    sign: {
      algorithm: 'HS256' as const,
      iss: issuer,
      aud: audience,
      expiresIn: sessionLimits.accessTokenSeconds,
      typ: type,
    },
    verify: {
      algorithms: ['HS256' as const],
      allowedIss: issuer,
      allowedAud: audience,
      checkTyp: type,
      ignoreExpiration: true,
      requiredClaims: ['sub', 'sid', 'iss', 'aud', 'iat', 'exp'],
    },
  };
}
