import { login, registerUser, requestPasswordReset } from 'contract/accounts/accounts.ts';
import type { FastifyInstance } from 'fastify';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { type Jobs, startJobs } from '#platform/jobs/jobs.ts';
import { loggerOptions } from '#platform/observability/logger.ts';
import { smtpTransport } from '#platform/mail/mail.ts';
import { jobTasks } from '#tasks.ts';
import { useTestApp } from '#test/app.ts';
import { dump } from '#test/database.ts';
import { registration } from '#test/factories.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';
import { endJobPauses } from '#test/jobs.ts';

/** The complete life of an account. Collects all log lines and, repeatedly, all stored data. */
const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
const smtpPassword = 'canary-smtp-password';
const logged: string[] = [];
const stored: string[] = [];
let app: FastifyInstance;
let jobs: Jobs;
let smtp: TestSmtpServer;
let isSmtpDown = false;

beforeAll(async () => {
  const stream = { write: (line: string) => void logged.push(line) };
  app = await buildApp(test.config, { ...test.dependencies, logger: { ...loggerOptions('trace'), stream } });
  await app.listen({ host: '127.0.0.1', port: 0 });
  smtp = await startSmtpServer({
    account: { user: 'mailer', password: smtpPassword },
    refusal: () => (isSmtpDown ? { message: 'Try again later', responseCode: 451 } : undefined),
  });
  const { database, settings, keys, files, networkNames, backups } = test.dependencies;
  const mail = smtpTransport({
    url: `smtp://mailer:${smtpPassword}@127.0.0.1:${smtp.port}`,
    from: 'no-reply@declassified.example',
  });
  jobs = startJobs({
    directUrl: test.database.url,
    tasks: jobTasks({
      database,
      keys,
      files,
      mail,
      publicUrl: 'https://declassified.example',
      settings,
      rateLimitScale: 1,
      logger: app.log,
      dataSources: new Map(),
      dataDir: test.config.dataDir,
      networkNames,
      backups,
      backupProcess: { run: async () => undefined },
    }),
    schedules: [],
    logger: app.log,
  });
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
  await smtp.stop();
});

const keepDump = async () => void stored.push(...(await dump(test.database)));

const failures = async () => {
  const { rows } = await test.database.pool.query(
    "SELECT FROM graphile_worker.jobs WHERE last_error LIKE '%Try again later%'",
  );
  return rows.length;
};

/** Ends the pause before the next attempt, unless the job is running: then call it again. */
const receivedAfterAnotherTry = async () => {
  await endJobPauses(test.database);
  return smtp.received.length;
};

/** Resolves to the next email, whose first attempt fails, and to the stored data between the attempts. */
async function nextMail(): Promise<string> {
  const before = smtp.received.length;
  await expect.poll(failures).toBe(1);
  await keepDump();
  isSmtpDown = false;
  await expect.poll(receivedAfterAnotherTry).toBe(before + 1);
  await keepDump();
  isSmtpDown = true;
  return smtp.received[before]?.parsed.text ?? '';
}

const post = (url: string, body: object) => request(app.server).post(url).send(body);

it('no table, job, backup or log contains a secret', { timeout: 60_000 }, async () => {
  const password = 'canary-password-of-ada';
  const secrets: Record<string, string> = { password, 'SMTP password': smtpPassword };
  const see = (name: string, secret: unknown) => {
    expect(String(secret).length).toBeGreaterThan(10);
    secrets[name] = String(secret);
  };
  isSmtpDown = true;

  await post(registerUser.url, registration('ada', { password, confirm_password: password })).expect(201);
  const [, uid, token] = /verify-email\/([^/]+)\/(\S+)/.exec(await nextMail()) ?? [];
  see('verification token', token);
  await request(app.server).get(`/api/user/verify-email/${uid}/${token}/`).expect(200);

  const signIn = async (candidate: string, name: string) => {
    const answer = await post(login.url, { username_or_email: 'ada', password: candidate }).expect(200);
    for (const kind of ['access', 'refresh', 'device']) see(`${name} ${kind} token`, answer.body[kind]);
    await request(app.server)
      .get(`/api/user/user/${answer.body.user.id}/`)
      .set('authorization', `Bearer ${answer.body.access}`)
      .expect(200);
    await post('/api/auth/token/refresh/', { refresh: answer.body.refresh }).expect(200);
  };
  await signIn(password, 'first');
  await post(login.url, { username_or_email: 'ada', password: 'canary-wrong-password' }).expect(400);
  await post(login.url, { username_or_email: 'canary-typed-as-name', password }).expect(400);
  secrets['wrong password'] = 'canary-wrong-password';
  secrets['password in place of a name'] = 'canary-typed-as-name';

  await post(requestPasswordReset.url, { email: 'ada@example.org' }).expect(200);
  const [, resetUid, resetToken] = /reset-password\/([^/]+)\/(\S+)/.exec(await nextMail()) ?? [];
  see('reset token', resetToken);
  await request(app.server).post(`/api/user/reset-password/${resetUid}/${resetToken}/`).expect(200);
  const [, temporary] = /^\s*([0-9a-z]{4}(?:-[0-9a-z]{4}){3})$/m.exec(await nextMail()) ?? [];
  see('temporary password', temporary);
  await signIn(temporary ?? '', 'second');
  await keepDump();

  const everything = { stored: stored.join('\n'), logged: logged.join('') };
  // Proves that the collected data contains something.
  expect(everything.stored).toMatch(/^graphile_worker\./m);
  expect(everything.stored).toContain('ada signed in.');
  expect(everything.logged).toContain('Try again later');
  expect(everything.logged).toContain('"route":"/api/user/verify-email/:uid/:token/"');
  for (const [name, secret] of Object.entries(secrets)) {
    const forms = [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').slice(0, -4),
    ];
    for (const [place, text] of Object.entries(everything)) {
      for (const form of forms) expect(text.includes(form), `the ${name} is ${place}`).toBe(false);
    }
  }
});
