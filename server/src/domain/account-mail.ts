import type { FastifyBaseLogger } from 'fastify';
import type { PrismaClient } from '#generated/prisma/client.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { type Mail, MailRefusedError, type MailTransport } from '#platform/mail/mail.ts';
import {
  type AccountLink,
  type LinkPurpose,
  linkSeconds,
  linkToken,
  temporaryPassword,
} from '#auth/account-links.ts';
import type { Keys } from '#auth/keys.ts';
import {
  changeEmailMail,
  emailChangeNoticeMail,
  type MailText,
  resetLinkMail,
  temporaryPasswordMail,
  verificationMail,
} from './mail-texts.ts';

/** Mails that bring a link, by the purpose of theirs. */
const linkPurposes = {
  verification: 'verify_email',
  'reset-link': 'reset_password',
  'change-email': 'change_email',
  'email-change-notice': 'undo_email_change',
} as const satisfies Record<string, LinkPurpose>;

export type AccountMailKind = keyof typeof linkPurposes | 'temporary-password';

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
 * is disabled or verified by now; but the former address is told of a change whatever came after it. Rejects where the
 * mail cannot be sent for now.
 */
export async function sendAccountMail(deps: AccountMailDependencies, job: AccountMailJob): Promise<void> {
  const link = await renewLink(deps.database, job);
  if (!link) return;
  const mail = { id: `${link.id}-${job.kind}`, to: link.email, ...writeMail(deps, job.kind, link) };
  await sendUnlessRefused(deps, mail, { mail: job.kind, user: link.user_id });
}

/** Rejects where the mail cannot be sent for now. That its server will never take it is logged, with `context`. */
export async function sendUnlessRefused(
  { mail: transport, logger }: AccountMailDependencies,
  mail: Mail,
  context: Record<string, string>,
): Promise<void> {
  try {
    await transport.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    logger.warn({ err: error, ...context }, 'mail refused for good');
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
          UPDATE account_links AS link
          SET expires_at = now() + ${linkSeconds[linkPurposes[kind]]} * interval '1 second'
          FROM users
          WHERE link.id = ${link_id}::uuid AND users.id = user_id AND used_at IS NULL
            AND CASE purpose
                WHEN 'verify_email' THEN is_active AND users.email = link.email AND email_verified_at IS NULL
                WHEN 'reset_password' THEN is_active AND users.email = link.email
                WHEN 'change_email' THEN is_active AND users.pending_email = link.email
                ELSE true END
          RETURNING link.id, user_id, purpose, link.email, nonce`;
  return link;
}

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
    case 'change-email':
      return changeEmailMail(`${publicUrl}/verify-email/${path}`);
    case 'email-change-notice':
      return emailChangeNoticeMail(`${publicUrl}/undo-email-change/${path}`);
    case 'temporary-password':
      return temporaryPasswordMail(temporaryPassword(keys, link), `${publicUrl}/login`);
  }
}
