import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Database, Transaction } from '#platform/database.ts';
import { enqueueJob } from '#platform/jobs.ts';
import { MailRefusedError, type MailTransport } from '#platform/mail.ts';
import { type AccountLink, linkSeconds, linkToken, temporaryPassword } from './account-links.ts';
import type { Keys } from './keys.ts';
import { type MailText, resetLinkMail, temporaryPasswordMail, verificationMail } from './mail-texts.ts';

export type AccountMailKind = 'verification' | 'reset-link' | 'temporary-password';

/** What the job holds: the mail is written from the link's row when it is sent. */
export interface AccountMailJob {
  kind: AccountMailKind;
  link_id: string;
}

export const accountMailTask = 'send_account_mail';

/** Sends the mail of a link to the link's address, once the transaction has committed. */
export async function enqueueAccountMail(
  tx: Transaction | PrismaClient,
  kind: AccountMailKind,
  linkId: string,
): Promise<void> {
  const job: AccountMailJob = { kind, link_id: linkId };
  await enqueueJob(tx, accountMailTask, job);
}

export interface AccountMailDependencies {
  database: Database;
  keys: Keys;
  mail: MailTransport;
  publicUrl: string;
  logger: FastifyBaseLogger;
}

/**
 * The job. Does nothing where the mail has become pointless: the link is gone, or the account has another address,
 * is disabled or verified by now. Rejects where the mail cannot be sent for now.
 */
export async function sendAccountMail(deps: AccountMailDependencies, job: AccountMailJob): Promise<void> {
  const { database, mail, logger } = deps;
  const link = await renewLink(database, job);
  if (!link) return;
  try {
    await mail.send({ id: `${link.id}-${job.kind}`, to: link.email, ...writeMail(deps, job.kind, link) });
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    logger.warn({ err: error, mail: job.kind, user: link.user_id }, 'mail refused for good');
  }
}

/** Reads the link, and starts its time anew: a mail that had to wait for its server is worth no less. */
async function renewLink({ prisma }: Database, { kind, link_id }: AccountMailJob) {
  const [link] =
    kind === 'temporary-password'
      ? await prisma.$queryRaw<AccountLink[]>`
          UPDATE account_links AS link SET used_at = now()
          FROM users
          WHERE link.id = ${link_id}::uuid AND users.id = user_id AND users.email = link.email AND is_active
            AND used_at IS NOT NULL AND redeemed_at IS NULL
          RETURNING link.id, user_id, purpose, link.email, nonce`
      : await prisma.$queryRaw<AccountLink[]>`
          UPDATE account_links AS link SET expires_at = now() + ${linkLife(kind)} * interval '1 second'
          FROM users
          WHERE link.id = ${link_id}::uuid AND users.id = user_id AND users.email = link.email AND is_active
            AND used_at IS NULL AND (purpose <> 'verify_email' OR email_verified_at IS NULL)
          RETURNING link.id, user_id, purpose, link.email, nonce`;
  return link;
}

const linkLife = (kind: 'verification' | 'reset-link') =>
  linkSeconds[kind === 'verification' ? 'verify_email' : 'reset_password'];

function writeMail(
  { keys, publicUrl }: AccountMailDependencies,
  kind: AccountMailKind,
  link: AccountLink,
): MailText {
  const path = `${link.id}/${linkToken(keys, link)}`;
  switch (kind) {
    case 'verification':
      return verificationMail(`${publicUrl}/verify-email/${path}`);
    case 'reset-link':
      return resetLinkMail(`${publicUrl}/reset-password/${path}`);
    case 'temporary-password':
      return temporaryPasswordMail(temporaryPassword(keys, link), `${publicUrl}/login`);
  }
}
