import { mailBudgets } from 'contract/accounts/accounts.constants.ts';
import { registerUser, resendVerificationEmail } from 'contract/accounts/accounts.ts';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { localMailbox } from '#platform/mail/local-mailbox.ts';
import type { MailTransport } from '#platform/mail/mail.ts';
import { startAppWithLog, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createUser, password, registration } from '#test/factories.ts';
import { useFolder } from '#test/folder.ts';
import { deliverMail } from '#test/mail.ts';

const test = useTestApp();
const { perHour } = mailBudgets.confirmation;

/** Requests one email more than the hourly budget of the recipient. Resolves to the number of emails sent. */
async function resendTooOften(app: FastifyInstance, remoteAddress: string, transport?: MailTransport) {
  const { username, email } = await createUser(test, { isVerified: false });
  const payload = { username, password, new_email: email };
  let sent = 0;
  for (let i = 0; i <= perHour; i++) {
    const call = { method: 'POST', url: resendVerificationEmail.url, remoteAddress, payload } as const;
    expect((await app.inject(call)).statusCode).toBe(200);
    sent += (await deliverMail(test, transport)).length;
  }
  return sent;
}

describe('an email over the budget of its recipient', () => {
  const folder = useFolder();
  it('is not sent, and the log reports it', async () => {
    const { app, lines } = await startAppWithLog(test);
    expect(await resendTooOften(app, '127.0.0.1')).toBe(perHour);
    expect(lines.filter(({ level }) => level > 30)).toMatchObject([
      {
        msg: 'mail not sent: over its budget',
        mail: 'confirmation',
        budget: 'recipient',
        address: '127.0.0.1',
      },
    ]);
  });

  it('is still stored in the local mailbox for a caller on this machine', async () => {
    const mails = localMailbox(folder);
    const { app, lines } = await startAppWithLog(test, { dependencies: { mailbox: { mails, token: 'x' } } });
    await resendTooOften(app, '127.0.0.1', mails);
    expect(await mails.list()).toHaveLength(perHour + 1);
    expect(lines.filter(({ level }) => level > 30)).toMatchObject([
      { msg: 'mail over its budget, in the mailbox only', budget: 'recipient' },
    ]);
    lines.length = 0;
    expect(await resendTooOften(app, '203.0.113.8')).toBe(perHour);
    expect(lines.filter(({ level }) => level > 30)).toMatchObject([
      { msg: 'mail not sent: over its budget' },
    ]);
  });
});

it('registrations on this machine send more emails than one network may', async () => {
  const count = mailBudgets.networkPerHour + 1;
  for (let i = 0; i < count; i++) {
    await callApi(test, registerUser, { body: registration(`own-${i}`) }).expect(201);
  }
  expect(await deliverMail(test)).toHaveLength(count);
});
