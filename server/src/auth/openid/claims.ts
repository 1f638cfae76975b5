import { Email } from 'contract/accounts/email.ts';
import { invisibleCharacter } from 'contract/fields.ts';
import { z } from 'zod';

/** What the database cannot store, or no reader can see. */
const invisible = /[\p{Cc}\p{Cs}]/u;
const isVisible = (text: string) => !invisible.test(text);

const maxSubjectCharacters = 255;
const maxNameCharacters = 200;

const IdentityClaims = z.object({
  iss: z.url(),
  // The key of the identity: one that could be that of another person is refused.
  sub: z
    .string()
    .max(maxSubjectCharacters)
    .refine((sub) => sub.trim() !== '' && !invisibleCharacter.test(sub) && !/\p{Cs}/u.test(sub)),
});

/** Providers leave out what they do not know, or send null. What has another form is as good as absent. */
const optionalText = z.string().refine(isVisible).optional().catch(undefined);
const PersonClaims = z.object({
  email: optionalText,
  // A statement in another form proves nothing.
  email_verified: z
    .union([z.literal(true), z.literal('true').transform(() => true)])
    .nullish()
    .catch(false),
  name: optionalText,
});

export interface Person {
  /** Null unless the provider names a valid one. */
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
}

/** The key of an identity. Throws for claims that cannot be one. */
export function readSubject(claims: object): { issuer: string; subject: string } {
  const { iss, sub } = IdentityClaims.parse(claims);
  return { issuer: iss, subject: sub };
}

/** What the ID token and the response of the userinfo endpoint say together. */
export function readPerson(...sources: object[]): Person {
  const parsed = sources.map(readClaims);
  const email = parsed.findLast((source) => source.email !== undefined)?.email;
  const name = parsed.findLast((source) => source.name !== undefined)?.name;
  // The statement about another address does not count.
  const isVerified = parsed
    .filter((source) => source.email === undefined || source.email === email)
    .flatMap(({ email_verified }) => email_verified ?? []);
  return {
    email: Email.safeParse(email).data ?? null,
    isEmailVerified: isVerified.length > 0 && isVerified.every(Boolean),
    name: name?.slice(0, maxNameCharacters) ?? null,
  };
}

/** Whether the userinfo endpoint is needed, which not every provider has in a form that can be read. A name is optional. */
export function isIncomplete(claims: object): boolean {
  const { email, email_verified } = readClaims(claims);
  return email === undefined || email_verified === undefined;
}

function readClaims(source: { email?: unknown }) {
  const { email, email_verified, name } = PersonClaims.parse(source);
  // A statement about an address that cannot be read is about no other.
  const isAboutNone = email === undefined && (source.email ?? undefined) !== undefined;
  return { email, name, email_verified: isAboutNone ? undefined : (email_verified ?? undefined) };
}
