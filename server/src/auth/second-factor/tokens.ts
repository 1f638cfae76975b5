import { secondFactorLimits } from 'contract/second-factors/second-factors.constants.ts';
import { openIdLimits } from 'contract/identities/identities.constants.ts';
import { z } from 'zod';
import { type Database, type Transaction } from '#platform/database/database.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import { type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { seal, unseal } from '#auth/keys/sealing.ts';

/**
 * Of a code in the URL of a page after the sign-in at the provider. `attempt` names the cookie of the browser that may present the code,
 * `browser` is the content of that cookie, and `challenge` can be used once.
 */
const ofAttempt = { attempt: z.string(), browser: z.string(), challenge: z.string() };

const identity = {
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string().nullable(),
};

/**
 * The state between two requests is sealed and sent to the client, so that unfinished sign-ins and
 * enrolments write nothing.
 */
const contents = {
  /** After the right password, while the second factor is missing. */
  login: z.object({
    userId: z.string(),
    /** A change of the password invalidates the token. */
    checkedHash: z.string(),
    newHash: z.string(),
    /** Null for a temporary password, which is not counted. */
    guardKey: z.string().nullable(),
    deviceId: z.string(),
    isDeviceKnown: z.boolean(),
    resetId: z.string().nullable(),
    /** For a sign-in without the password: the identity, which must still exist when the sign-in is complete. */
    identityId: z.string().nullable().default(null),
    challenge: z.string(),
  }),
  passkey: z.object({ challenge: z.string() }),
  enrolment: z.object({ userId: z.string(), challenge: z.string() }),
  /** In a cookie while the browser is at the OpenID provider. */
  openIdFlow: z.object({
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** Null for a sign-in. */
    session: z.object({ id: z.string(), userId: z.string(), aim: z.enum(['link', 'confirm']) }).nullable(),
    invitation: z.string().optional(),
  }),
  /** In the same cookie when the browser has come back. */
  openIdBrowser: z.object({ browser: z.string(), invitation: z.string().optional() }),
  /** A code of a known identity, which signs its user in. */
  openIdCode: z.object({ ...ofAttempt, identityId: z.string() }),
  /** A code of an identity without an account, which can register. */
  openIdIdentity: z.object({ ...ofAttempt, ...identity, isEmailVerified: z.boolean() }),
  /** A code of an identity whose verified email address an account has. The user of the account can link it after a sign-in. */
  openIdLink: z.object({ ...ofAttempt, ...identity }),
} as const;

export const sealedPurposes = Object.keys(contents);

type Contents = { [Purpose in keyof typeof contents]: z.output<(typeof contents)[Purpose]> };

export type LoginToken = Contents['login'];

/** In seconds. */
const lifetimes: Partial<Record<keyof Contents, number>> = {
  openIdFlow: openIdLimits.flow,
  openIdBrowser: openIdLimits.identity,
  openIdCode: openIdLimits.code,
  openIdIdentity: openIdLimits.identity,
  openIdLink: openIdLimits.link,
};

const Sealed = z.object({ expiresAtMs: z.number(), content: z.unknown() });

export async function makeToken<Purpose extends keyof Contents>(
  database: Database | Transaction,
  { secondFactorToken }: Keys,
  purpose: Purpose,
  content: Contents[Purpose],
): Promise<string> {
  const seconds = lifetimes[purpose] ?? secondFactorLimits.tokenSeconds;
  const expiresAtMs = (await readClock(database)).getTime() + seconds * 1_000;
  const text = JSON.stringify({ expiresAtMs, content });
  return seal(secondFactorToken, Buffer.from(text), purpose).toString('base64url');
}

/** Undefined for a forged or expired token, and for one of another purpose or of an earlier version. */
export async function readToken<Purpose extends keyof Contents>(
  database: Database | Transaction,
  keys: Keys,
  purpose: Purpose,
  token: string,
): Promise<Contents[Purpose] | undefined> {
  const text = unseal(verifyingKeys(keys, 'secondFactorToken'), Buffer.from(token, 'base64url'), purpose);
  if (!text) return undefined;
  const { expiresAtMs, content } = Sealed.parse(JSON.parse(text.toString()));
  if (expiresAtMs <= (await readClock(database)).getTime()) return undefined;
  return contents[purpose].safeParse(content).data as Contents[Purpose] | undefined;
}
