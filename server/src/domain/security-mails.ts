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
  'password-set-by-staff': (publicUrl) => passwordSetByStaffMail(`${publicUrl}/login`),
  'email-set-by-staff': () => emailSetByStaffMail(),
  'account-deleted': () => accountDeletedMail(),
} as const satisfies Record<string, (publicUrl: string) => MailText>;

/** With the address as it was then: the account may have another by now, or be gone. */
export interface NoticeJob {
  id: string;
  kind: keyof typeof texts;
  to: string;
}

export const noticeTask = 'send_notice';

/** Sent once the transaction has committed. */
export async function enqueueNotice(tx: Transaction, kind: NoticeJob['kind'], to: string): Promise<void> {
  const job: NoticeJob = { id: uuidv7(), kind, to };
  await enqueueJob(tx, noticeTask, job);
}

/** The job. */
export async function sendNotice(deps: AccountMailDependencies, { id, kind, to }: NoticeJob): Promise<void> {
  await sendUnlessRefused(deps, { id, to, ...texts[kind](deps.publicUrl) }, { mail: kind });
}
