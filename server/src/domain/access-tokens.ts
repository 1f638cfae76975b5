import { sessionLimits } from 'contract/limits.ts';

/** What an access token says: whose, and of which session. Everything else is read from the database. */
export interface AccessClaims {
  sub: string;
  sid: string;
}

const issuer = 'declassified';
const audience = 'declassified-api';
/** RFC 9068: keeps any other token of ours from passing as one for access. */
const type = 'at+jwt';

/** Options of `@fastify/jwt`: one algorithm, and every claim is required and checked. */
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
      requiredClaims: ['sub', 'sid', 'iss', 'aud', 'iat', 'exp'],
    },
  };
}
