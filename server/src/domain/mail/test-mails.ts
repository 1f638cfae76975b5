import { testMailLimits, type TestMailOutcome } from 'contract/test-mails/test-mails.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import type { TestMailModel } from '#generated/prisma/models.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { MailRefusedError, type MailTransport } from '#platform/mail/mail.ts';
import { composeMail } from './mail-layout.ts';
import { testMailText } from './mail-texts.ts';

export interface TestMailJob {
  id: string;
  to: string;
}

/** Its name begins like those of all tasks that send emails. */
export const testMailTask = 'send_test_mail';

/** Without a user, the operator asked for it in a terminal. */
export async function createTestMail(
  tx: Transaction,
  userId: string | null,
  to: string,
): Promise<TestMailModel> {
  const id = uuidv7();
  const created = await tx.testMail.create({ data: { id, user_id: userId } });
  await enqueueJob(tx, testMailTask, { id, to } satisfies TestMailJob);
  return created;
}

/** Stores what the server answered. The email is not tried again: a test that arrives days later would mislead. */
export async function sendTestMail(
  { database: { prisma }, mail }: HasDatabase & { mail: MailTransport },
  { id, to }: TestMailJob,
): Promise<void> {
  const data = await attempt(mail, { id, to });
  await prisma.testMail.updateMany({ where: { id }, data: { host: mail.host ?? null, ...data } });
}

interface Answer {
  outcome: TestMailOutcome;
  code?: number | null;
  answer?: string;
}

async function attempt(mail: MailTransport, { id, to }: TestMailJob): Promise<Answer> {
  try {
    const answer = await mail.send({ id, to, ...composeMail(testMailText) });
    if (mail.host === undefined) return { outcome: 'mailbox' };
    return { outcome: 'accepted', code: codeOf(answer), answer: clean(mail, answer ?? '') };
  } catch (error) {
    const refusal = (error instanceof MailRefusedError ? error.cause : error) as {
      message: string;
      responseCode?: number;
      response?: string;
    };
    const { message, response = message, responseCode } = refusal;
    return responseCode === undefined
      ? { outcome: 'unreachable', answer: clean(mail, message) }
      : { outcome: 'refused', code: responseCode, answer: clean(mail, response) };
  }
}

function codeOf(answer: string | void): number | null {
  const [code] = /^\d{3}/.exec(answer ?? '') ?? [];
  return code === undefined ? null : Number(code);
}

/** One line without the code, which is stored beside it, without control characters, and without the password, which a server may repeat. */
function clean({ redact = (text) => text }: MailTransport, answer: string): string {
  const line = answer
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .replace(/^\d{3}[ -]/, '');
  return redact(line).slice(0, testMailLimits.answerMaxLength);
}
