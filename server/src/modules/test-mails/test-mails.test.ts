import { createTestMail, getTestMail } from 'contract/test-mails/test-mails.ts';
import { expect, it, onTestFinished } from 'vitest';
import { smtpTransport } from '#platform/mail/mail.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { queuedJobs } from '#test/jobs.ts';
import { deliverMail } from '#test/mail.ts';
import { startSmtpServer } from '#test/smtp.ts';

const test = useTestApp();

const account = { user: 'mailer', password: 'p@ss/word' };
const ask = (access: string) => callApi(test, createTestMail, { access });
const read = (access: string, id: string) => callApi(test, getTestMail, { access, id });

it('a superuser learns what the mail server answered, without the password, three times in ten minutes', async () => {
  const { user, access } = await createCaller(test, { is_superuser: true });
  const encoded = Buffer.from(`\0${account.user}\0${account.password}`).toString('base64');
  let isRefused = false;
  const smtp = await startSmtpServer({
    account,
    refusal: () =>
      isRefused
        ? {
            message: `No ${account.password} ${encodeURIComponent(account.password)} ${encoded}`,
            responseCode: 550,
          }
        : undefined,
  });
  onTestFinished(() => smtp.stop());
  const host = `127.0.0.1:${smtp.port}`;
  const urlOf = (password: string, server = host) =>
    `smtp://mailer:${encodeURIComponent(password)}@${server}`;
  const answerOf = async (url: string) => {
    const { id, outcome } = (await ask(access).expect(200)).body.test_mail as { id: string; outcome: null };
    expect(outcome).toBeNull();
    await deliverMail(test, smtpTransport({ url, from: 'no-reply@declassified.example' }));
    expect(await queuedJobs(test.database)).toEqual([]);
    const { requested_at, ...answer } = (await read(access, id).expect(200)).body;
    expect(requested_at).toEqual(expect.any(String));
    return answer as object;
  };
  expect(await answerOf(urlOf(account.password))).toMatchObject({ outcome: 'accepted', host, code: 250 });
  expect(smtp.received.map(({ recipients, parsed }) => [recipients, parsed.subject])).toEqual([
    [[user.email], 'A test email'],
  ]);
  isRefused = true;
  expect(await answerOf(urlOf(account.password))).toMatchObject({
    outcome: 'refused',
    host,
    code: 550,
    answer: 'No *** *** ***',
  });
  expect(await answerOf(urlOf('x', '127.0.0.1:1'))).toMatchObject({
    outcome: 'unreachable',
    host: '127.0.0.1:1',
    code: null,
    answer: expect.stringContaining('ECONNREFUSED'),
  });
  await ask(access).expect(429);
});

it('a test email is read by the superuser who asked for it alone', async () => {
  const { access } = await createCaller(test, { is_superuser: true });
  const other = await createCaller(test, { is_superuser: true });
  const agent = await createCaller(test, { is_staff: true });
  const { id } = (await ask(access).expect(200)).body.test_mail as { id: string };
  await deliverMail(test);
  expect((await read(access, id).expect(200)).body.outcome).toBe('mailbox');
  await read(other.access, id).expect(404);
  await read(agent.access, id).expect(403);
  await ask(agent.access).expect(403);
});
