import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { type AccountMailDependencies, sendUnlessRefused } from './account-mail.ts';
import {
  accountDeletedMail,
  emailSetByStaffMail,
  type MailText,
  passwordChangedMail,
  passwordSetByStaffMail,
} from './mail-texts.ts';

const texts = {
  'password-changed': (publicUrl) => passwordChangedMail(`${publicUrl}/forgot-password`),
  'password-set-by-staff': (publicUrl, contact) => passwordSetByStaffMail(`${publicUrl}/login`, contact),
  'email-set-by-staff': (_publicUrl, contact) => emailSetByStaffMail(contact),
  'account-deleted': (_publicUrl, contact) => accountDeletedMail(contact),
} as const satisfies Record<string, (publicUrl: string, contact: string) => MailText>;

/** The address at the time of the event: the account may have another by now, or be gone. */
export interface SecurityMailJob {
  id: string;
  kind: keyof typeof texts;
  to: string;
}

export const securityMailTask = 'send_notice';

export async function enqueueSecurityMail(
  tx: Transaction,
  kind: SecurityMailJob['kind'],
  to: string,
): Promise<void> {
  const job: SecurityMailJob = { id: uuidv7(), kind, to };
  await enqueueJob(tx, securityMailTask, job);
}

export async function sendSecurityMail(
  deps: AccountMailDependencies,
  { id, kind, to }: SecurityMailJob,
): Promise<void> {
  const { contact_email } = deps.settings.current();
  await sendUnlessRefused(deps, { id, to, ...texts[kind](deps.publicUrl, contact_email) }, { mail: kind });
}
