import { v7 as uuidv7 } from 'uuid';
import type { Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { type AccountMailDependencies, sendUnlessRefused } from './account-mail.ts';
import { composeMail } from './mail-layout.ts';
import { securityMailTexts } from './mail-texts.ts';

/** The data at the time of the event, because the account may be renamed or deleted since. */
interface SecurityMailJob {
  id: string;
  kind: keyof typeof securityMailTexts;
  to: string;
  /** Never a text that a user chose. Staff may have written it. */
  about?: string;
}

export const securityMailTask = 'send_security_mail';

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
  const { publicUrl, settings } = deps;
  const content = securityMailTexts[kind]({ publicUrl, contact: settings.current().contact_email, about });
  await sendUnlessRefused(deps, { id, to, ...composeMail(content) }, { mail: kind });
}
