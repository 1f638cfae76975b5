import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { type AccountMailDependencies, sendUnlessRefused } from './account-mail.ts';
import {
  accountDeletedMail,
  emailSetByStaffMail,
  type MailText,
  newSignInMail,
  passwordChangedMail,
  passwordSetByStaffMail,
  sessionsEndedByStaffMail,
  tokenCreatedMail,
  tokenEndingMail,
} from './mail-texts.ts';
import {
  recoveryCodesMadeMail,
  recoveryCodeUsedMail,
  secondFactorAddedMail,
  secondFactorRemovedMail,
  secondFactorResetMail,
} from './second-factor-mail-texts.ts';

const texts = {
  'password-changed': (publicUrl) => passwordChangedMail(`${publicUrl}/forgot-password`),
  'password-set-by-staff': (publicUrl, { contact }) => passwordSetByStaffMail(`${publicUrl}/login`, contact),
  'email-set-by-staff': (_publicUrl, { contact }) => emailSetByStaffMail(contact),
  'second-factor-added': (publicUrl, { contact }) =>
    secondFactorAddedMail(`${publicUrl}/forgot-password`, contact),
  'second-factor-removed': (publicUrl) => secondFactorRemovedMail(`${publicUrl}/forgot-password`),
  'second-factor-reset': (publicUrl, { contact }) => secondFactorResetMail(`${publicUrl}/login`, contact),
  'recovery-codes-made': (publicUrl) => recoveryCodesMadeMail(`${publicUrl}/forgot-password`),
  'recovery-code-used': (publicUrl, { about }) => recoveryCodeUsedMail(about, `${publicUrl}/forgot-password`),
  'account-deleted': (_publicUrl, { contact }) => accountDeletedMail(contact),
  'new-sign-in': (publicUrl, { about }) => newSignInMail(about, `${publicUrl}/forgot-password`),
  'sessions-ended-by-staff': (publicUrl, { contact }) =>
    sessionsEndedByStaffMail(`${publicUrl}/login`, contact),
  'token-created': (publicUrl, { about }) => tokenCreatedMail(about, `${publicUrl}/profile`),
  'token-ending': (publicUrl, { about }) => tokenEndingMail(about, `${publicUrl}/profile`),
} as const satisfies Record<
  string,
  (publicUrl: string, named: { contact: string; about: string }) => MailText
>;

/** The address at the time of the event: the account may have another by now, or be gone. */
export interface SecurityMailJob {
  id: string;
  kind: keyof typeof texts;
  to: string;
  /** What it is about, never a text that a user chose. */
  about?: string;
}

export const securityMailTask = 'send_notice';

export async function enqueueSecurityMail(
  tx: Transaction,
  kind: SecurityMailJob['kind'],
  to: string,
  about = '',
): Promise<void> {
  const job: SecurityMailJob = { id: uuidv7(), kind, to, about };
  await enqueueJob(tx, securityMailTask, job);
}

export async function sendSecurityMail(
  deps: AccountMailDependencies,
  { id, kind, to, about = '' }: SecurityMailJob,
): Promise<void> {
  const named = { contact: deps.settings.current().contact_email, about };
  await sendUnlessRefused(deps, { id, to, ...texts[kind](deps.publicUrl, named) }, { mail: kind });
}
