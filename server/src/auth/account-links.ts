import { createHmac, randomBytes } from 'node:crypto';
import { linkLimits } from 'contract/accounts.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { Prisma, type PrismaClient } from '#generated/prisma/client.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { equals, type Keys, sign } from './keys.ts';

/**
 * Links and temporary passwords that reach their owner by mail only. Both are HMACs over a row, computed again
 * whenever they are needed: neither the table nor a job nor a backup holds one.
 */
export type LinkPurpose = 'verify_email' | 'reset_password' | 'change_email' | 'undo_email_change';

export interface AccountLink {
  id: string;
  user_id: string;
  purpose: LinkPurpose;
  /** Where it was sent, and the only address it stands for. */
  email: string;
  nonce: Uint8Array;
}

export const linkSeconds: Readonly<Record<LinkPurpose, number>> = {
  verify_email: linkLimits.verificationSeconds,
  reset_password: linkLimits.resetSeconds,
  change_email: linkLimits.verificationSeconds,
  undo_email_change: linkLimits.undoEmailChangeSeconds,
};

const nonceBytes = 16;
/** Crockford's base 32, which leaves out i, l, o and u. */
const typeableCharacters = '0123456789abcdefghjkmnpqrstvwxyz';

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Of a row of `account_links`. */
const temporaryPasswordLives = Prisma.sql`
  redeemed_at IS NULL AND used_at > now() - ${linkLimits.temporaryPasswordSeconds} * interval '1 second'`;

/** Makes a link and resolves with its id. */
export async function createAccountLink(
  tx: Transaction,
  { userId, email, purpose }: { userId: string; email: string; purpose: LinkPurpose },
): Promise<string> {
  const id = uuidv7();
  await tx.$executeRaw`
    INSERT INTO account_links (id, user_id, purpose, email, nonce, expires_at)
    VALUES (${id}::uuid, ${userId}::uuid, ${purpose}, ${email}, ${randomBytes(nonceBytes)}::bytea,
            now() + ${linkSeconds[purpose]} * interval '1 second')`;
  return id;
}

/** What the link's path holds after its id: 256 bits as 43 URL-safe characters. */
export function linkToken({ accountLink }: Keys, link: AccountLink): string {
  return sign(accountLink, `${link.purpose}\n${signedText(link)}`);
}

/** The link that a path names, if it is genuine and still works. */
export async function findAccountLink(
  tx: Transaction | PrismaClient,
  keys: Keys,
  { uid, token, purpose }: { uid: string; token: string; purpose: LinkPurpose },
): Promise<AccountLink | undefined> {
  if (!uuid.test(uid)) return undefined;
  const [link] = await tx.$queryRaw<AccountLink[]>`
    SELECT id, user_id, purpose, email, nonce FROM account_links
    WHERE id = ${uid}::uuid AND purpose = ${purpose} AND expires_at > now()`;
  return link && equals(token, linkToken(keys, link)) ? link : undefined;
}

/** 80 bits in letters and digits that cannot be mistaken for one another, in groups: `xxxx-xxxx-xxxx-xxxx`. */
export function temporaryPassword({ temporaryPassword: key }: Keys, link: AccountLink): string {
  const digest = createHmac('sha256', key).update(signedText(link)).digest();
  const characters = Array.from(digest.subarray(0, 16), (byte) => typeableCharacters[byte % 32] ?? '');
  return characters.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** The reset link whose live, unused temporary password the candidate is; undefined if it is none. */
export async function matchesTemporaryPassword(
  { database, keys }: { database: Database; keys: Keys },
  userId: string,
  candidate: string,
): Promise<AccountLink | undefined> {
  const links = await database.prisma.$queryRaw<AccountLink[]>`
    SELECT link.id, user_id, purpose, link.email, nonce
    FROM account_links AS link JOIN users ON users.id = user_id AND users.email = link.email
    WHERE user_id = ${userId}::uuid AND ${temporaryPasswordLives}`;
  return links.find((link) => equals(candidate, temporaryPassword(keys, link)));
}

/**
 * Makes a temporary password the account's password: `passwordHash` is its hash. The address is verified by it, and
 * the owner is asked to choose another. False if another request was faster, or its hour has passed since.
 * The caller ends the other sessions and records the event in the same transaction.
 */
export async function redeemTemporaryPassword(
  tx: Transaction,
  link: AccountLink,
  passwordHash: string,
): Promise<boolean> {
  // Rows of users are locked first.
  await tx.$queryRaw`SELECT FROM users WHERE id = ${link.user_id}::uuid FOR NO KEY UPDATE`;
  const redeemed = await tx.$executeRaw`
    WITH redeemed AS (
      UPDATE account_links AS link SET redeemed_at = now()
      WHERE id = ${link.id}::uuid AND ${temporaryPasswordLives} RETURNING user_id, email
    )
    UPDATE users
    SET password_hash = ${passwordHash}, must_change_password = true, date_updated = now(),
        email_verified_at = coalesce(email_verified_at, now())
    FROM redeemed WHERE users.id = redeemed.user_id AND users.email = redeemed.email`;
  return redeemed === 1;
}

/** Whether a reset is under way: a link that can still be followed, or a temporary password that still works. */
export async function hasLiveReset(tx: Transaction | PrismaClient, userId: string): Promise<boolean> {
  const live = await tx.$queryRaw<unknown[]>`
    SELECT FROM account_links
    WHERE user_id = ${userId}::uuid AND purpose = 'reset_password' AND redeemed_at IS NULL
      AND (expires_at > now() OR ${temporaryPasswordLives})
    LIMIT 1`;
  return live.length > 0;
}

const signedText = ({ id, nonce, email }: AccountLink) =>
  `${id}\n${Buffer.from(nonce).toString('base64url')}\n${email}`;
