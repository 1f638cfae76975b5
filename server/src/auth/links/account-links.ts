import { randomBytes } from 'node:crypto';
import { linkLimits } from 'contract/accounts/accounts.constants.ts';
import { v7 as uuidv7, validate as isUuid } from 'uuid';
import { AppError } from '#errors.ts';
import type { AccountLinkModel, UserModel } from '#generated/prisma/models.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { equals, isSigned, keyedHash, type Keys, sign } from '#auth/keys/keys.ts';
import { readTypeableCode, typeableCode } from '#auth/tokens/typeable-codes.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';

/** Links and temporary passwords are HMACs of a row, computed when needed. No table, job or backup contains one. */
export type LinkPurpose =
  | 'verify_email'
  | 'reset_password'
  | 'change_email'
  | 'undo_email_change'
  | 'undo_deletion'
  | 'not_me';

export type AccountLink = AccountLinkModel;

export const linkSeconds: Readonly<Record<LinkPurpose, number>> = {
  verify_email: linkLimits.verificationSeconds,
  reset_password: linkLimits.resetSeconds,
  change_email: linkLimits.verificationSeconds,
  undo_email_change: linkLimits.undoEmailChangeSeconds,
  undo_deletion: linkLimits.undoDeletionSeconds,
  not_me: linkLimits.notMeSeconds,
};

export const linkPurposes = Object.keys(linkSeconds) as LinkPurpose[];

const nonceBytes = 16;

export interface NewLink {
  userId: string;
  email: string;
  purpose: LinkPurpose;
  /** What a link with the purpose `not_me` removes. */
  secondFactorId?: string;
  identityId?: string;
}

/** Resolves to the id of the link. */
export async function createAccountLink(
  tx: Transaction,
  { userId, email, purpose, secondFactorId, identityId }: NewLink,
): Promise<string> {
  const id = uuidv7();
  const nonce = randomBytes(nonceBytes);
  const expires_at = secondsAfter(await readClock(tx), linkSeconds[purpose]);
  await tx.accountLink.create({
    data: {
      id,
      user_id: userId,
      purpose,
      email,
      nonce,
      expires_at,
      second_factor_id: secondFactorId ?? null,
      identity_id: identityId ?? null,
    },
  });
  return id;
}

/** 256 bits as 43 URL-safe characters. */
export function linkToken({ accountLink }: Keys, link: AccountLink): string {
  return sign(accountLink, linkText(link));
}

const linkText = (link: AccountLink) => `${link.purpose}\n${signedText(link)}`;

/** Undefined for a wrong or expired token. */
export async function findAccountLink(
  tx: Transaction,
  keys: Keys,
  { uid, token, purpose }: { uid: string; token: string; purpose: LinkPurpose },
): Promise<AccountLink | undefined> {
  if (!isUuid(uid)) return undefined;
  const where = { id: uid, purpose, expires_at: { gt: await readClock(tx) } };
  const link = await tx.accountLink.findFirst({ where });
  return link && isSigned(keys, 'accountLink', linkText(link), token) ? link : undefined;
}

/** A valid link with its user, whose row is locked. Throws `invalid_link` with the message. */
export async function lockLinkUser(
  tx: Transaction,
  keys: Keys,
  presented: { uid: string; token: string; purpose: LinkPurpose },
  message: string,
): Promise<{ link: AccountLink; user: UserModel }> {
  const link = await findAccountLink(tx, keys, presented);
  const [user] = link ? await lockUsers(tx, link.user_id) : [];
  if (!link || !user) throw new AppError('invalid_link', message);
  return { link, user };
}

/** A password of 80 bits. */
export function temporaryPassword(
  { temporaryPassword: key }: Pick<Keys, 'temporaryPassword'>,
  link: AccountLink,
): string {
  return typeableCode(keyedHash(key, signedText(link)).subarray(0, 16));
}

const isPasswordValid = (now: Date) => ({
  redeemed_at: null,
  used_at: { gt: secondsAfter(now, -linkLimits.temporaryPasswordSeconds) },
});

export async function matchesTemporaryPassword(
  { database: { prisma }, keys }: { database: Database; keys: Keys },
  { id, email }: { id: string; email: string },
  candidate: string,
): Promise<AccountLink | undefined> {
  const code = readTypeableCode(candidate);
  const where = { user_id: id, email, ...isPasswordValid(await readClock(prisma)) };
  const links = await prisma.accountLink.findMany({ where });
  const keySets = [keys, keys.previous].filter((set) => set !== undefined);
  return links.find((link) => keySets.some((set) => equals(code, temporaryPassword(set, link))));
}

/** The text that the stored hash belongs to. A redeemed temporary password also counts in other spellings. */
export const hashedText = (
  { password_expires_at }: Pick<UserModel, 'password_expires_at'>,
  password: string,
): string => (password_expires_at === null ? password : readTypeableCode(password));

/**
 * Makes a temporary password the account's password until it expires, and verifies the email
 * address. Returns false if the password was redeemed or has expired. The caller revokes and records.
 */
export async function redeemTemporaryPassword(
  tx: Transaction,
  link: AccountLink,
  passwordHash: string,
): Promise<boolean> {
  const [user] = await lockUsers(tx, link.user_id);
  if (user?.email !== link.email) return false;
  const now = await readClock(tx);
  const where = { id: link.id, ...isPasswordValid(now) };
  const { count } = await tx.accountLink.updateMany({ where, data: { redeemed_at: now } });
  if (count === 0) return false;
  await tx.user.update({
    where: { id: user.id },
    data: {
      password_hash: passwordHash,
      has_password: true,
      must_change_password: true,
      password_expires_at: link.used_at && secondsAfter(link.used_at, linkLimits.temporaryPasswordSeconds),
      date_updated: now,
      email_verified_at: user.email_verified_at ?? now,
    },
  });
  return true;
}

/** Whether a reset link was followed. A link that was only requested does not count, because a stranger may request one. */
export async function hasLiveReset(tx: Transaction, userId: string): Promise<boolean> {
  const ofUser = { user_id: userId, purpose: 'reset_password' };
  return (await tx.accountLink.count({ where: { ...ofUser, ...isPasswordValid(await readClock(tx)) } })) > 0;
}

const signedText = ({ id, nonce, email }: AccountLink) =>
  `${id}\n${Buffer.from(nonce).toString('base64url')}\n${email}`;
