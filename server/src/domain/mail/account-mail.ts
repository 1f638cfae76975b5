import type { FastifyBaseLogger } from 'fastify';
import type { UserModel } from '#generated/prisma/models.ts';
import { readClock, secondsAfter } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, Transaction } from '#platform/database/database.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { type Mail, MailRefusedError, type MailTransport } from '#platform/mail/mail.ts';
import {
  type AccountLink,
  createAccountLink,
  type LinkPurpose,
  type NewLink,
  linkSeconds,
  linkToken,
  temporaryPassword,
} from '#auth/links/account-links.ts';
import type { Settings } from '#settings/settings.ts';
import type { Keys } from '#auth/keys/keys.ts';
import { isLockedOut, type SignInMethods } from '#auth/recovery/last-way.ts';
import { composeMail } from './mail-layout.ts';
import { accountMailTexts } from './mail-texts.ts';

/** Each with the client's screen that its link opens. */
const linkMails = {
  verification: { purpose: 'verify_email', page: 'verify-email' },
  'reset-link': { purpose: 'reset_password', page: 'reset-password' },
  'change-email': { purpose: 'change_email', page: 'verify-email' },
  'undo-email-change': { purpose: 'undo_email_change', page: 'undo-email-change' },
  'email-changed': { purpose: 'undo_email_change', page: 'undo-email-change' },
  'account-deleting': { purpose: 'undo_deletion', page: 'undo-deletion' },
  'second-factor-added': { purpose: 'not_me', page: 'not-me' },
  'identity-linked': { purpose: 'not_me', page: 'not-me' },
} as const satisfies Record<string, { purpose: LinkPurpose; page: string }>;

type AccountMailKind = keyof typeof accountMailTexts;

interface AccountMailJob {
  kind: AccountMailKind;
  link_id: string;
}

export const accountMailTask = 'send_account_mail';

/** Creates a link and emails it, outside the mail budgets. */
export async function mailAccountLink(
  tx: Transaction,
  kind: keyof typeof linkMails,
  link: Omit<NewLink, 'purpose'>,
): Promise<void> {
  const { purpose } = linkMails[kind];
  await enqueueAccountMail(tx, kind, await createAccountLink(tx, { ...link, purpose }));
}

export async function enqueueAccountMail(
  tx: Transaction,
  kind: AccountMailKind,
  linkId: string,
): Promise<void> {
  const job: AccountMailJob = { kind, link_id: linkId };
  await enqueueJob(tx, accountMailTask, job);
}

export interface AccountMailDependencies {
  database: Database;
  settings: Settings;
  keys: Keys;
  mail: MailTransport;
  publicUrl: string;
  logger: FastifyBaseLogger;
}

/** A job. Sends nothing if the link is void. Rejects on temporary failures. */
export async function sendAccountMail(deps: AccountMailDependencies, job: AccountMailJob): Promise<void> {
  const link = await renewLink(deps.database, job);
  if (!link) return;
  const mail = { id: `${link.id}-${job.kind}`, to: link.email, ...writeMail(deps, job.kind, link) };
  await sendUnlessRefused(deps, mail, { mail: job.kind, user: link.user_id });
}

/** Rejects on temporary failures. A permanent refusal is logged. */
export async function sendUnlessRefused(
  { mail: transport, logger }: AccountMailDependencies,
  mail: Mail,
  context: Record<string, string>,
): Promise<void> {
  try {
    await transport.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    logger.warn({ err: error, ...context }, 'mail refused permanently');
  }
}

/** Restarts the lifetime of the link, because the email may have been delayed. */
async function renewLink({ prisma }: Database, { kind, link_id }: AccountMailJob) {
  return prisma.$transaction(async (tx) => {
    const link = await tx.accountLink.findUnique({ where: { id: link_id } });
    const [user] = link ? await lockUsers(tx, link.user_id) : [];
    if (!link || !user || !isWorthSending(kind, link, user)) return undefined;
    const now = await readClock(tx);
    const [where, data] =
      kind === 'temporary-password'
        ? [{ used_at: { not: null }, redeemed_at: null }, { used_at: now }]
        : [{ used_at: null }, { expires_at: secondsAfter(now, linkSeconds[linkMails[kind].purpose]) }];
    const { count } = await tx.accountLink.updateMany({ where: { id: link_id, ...where }, data });
    return count === 1 ? link : undefined;
  });
}

function isWorthSending(kind: AccountMailKind, link: AccountLink, user: UserModel): boolean {
  switch (kind) {
    case 'verification':
      return user.is_active && user.email === link.email && user.email_verified_at === null;
    case 'reset-link':
    case 'temporary-password':
      return user.is_active && user.email === link.email;
    case 'change-email':
      return user.is_active && user.pending_email === link.email;
    case 'undo-email-change':
    case 'email-changed':
    case 'second-factor-added':
    case 'identity-linked':
      return true;
    case 'account-deleting':
      return user.deletion_asked_at !== null;
  }
}

function writeMail({ keys, publicUrl }: AccountMailDependencies, kind: AccountMailKind, link: AccountLink) {
  if (kind === 'temporary-password') {
    return composeMail(accountMailTexts[kind](`${publicUrl}/login`, temporaryPassword(keys, link)));
  }
  const url = `${publicUrl}/${linkMails[kind].page}/${link.id}/${linkToken(keys, link)}`;
  return composeMail(accountMailTexts[kind](url));
}

/** Call it after a removal that may have ended the last way to sign in. */
export async function mailResetIfLockedOut(
  tx: Transaction,
  methods: SignInMethods,
  user: Pick<UserModel, 'id' | 'email' | 'is_active' | 'has_password'>,
): Promise<void> {
  const { id, email, is_active } = user;
  if (is_active && (await isLockedOut(tx, methods, user)))
    await mailAccountLink(tx, 'reset-link', { userId: id, email });
}
