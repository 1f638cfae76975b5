import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueSecurityMail } from '#domain/mail/security-mails.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { testSecret } from '#test/app.ts';
import { useTestDatabase } from '#test/database.ts';
import { useFolder } from '#test/folder.ts';
import { ageJobLocks } from '#test/jobs.ts';
import { type ServerProcess, startServerProcess } from '#test/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';

const database = useTestDatabase();
const dataDir = useFolder();
let smtp: TestSmtpServer;
let servers: ServerProcess[] = [];
let begun: string[] = [];
/** Emails are received when they are released. */
let released = Promise.resolve();
let release = () => {};
/** As many jobs as both run at once. */
const atOnce = 8;

beforeAll(async () => {
  await database.pool.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public',
  );
  smtp = await startSmtpServer({
    gate: async (recipient) => {
      begun.push(recipient);
      await released;
    },
  });
  const variables = {
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    JWT_SECRET: testSecret,
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  };
  servers = await Promise.all([1, 2].map(() => startServerProcess(variables)));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  await smtp.stop();
});

const rows = async (query: string) => (await database.pool.query<Record<string, unknown>>(query)).rows;
const recipients = () => smtp.received.flatMap((mail) => mail.recipients);
const heldRecipients = () => recipients().filter((address) => address.startsWith('held-'));

/** Resolves to the recipients when both servers send. */
async function holdMails(prefix: string, count: number): Promise<string[]> {
  begun = [];
  released = new Promise((resolve) => (release = resolve));
  const addresses = Array.from({ length: count }, (_, i) => `${prefix}${i}@example.org`);
  await database.prisma.$transaction(async (tx) => {
    for (const to of addresses) await enqueueSecurityMail(tx, 'password-changed', to);
  });
  await expect.poll(() => begun).toHaveLength(atOnce);
  return addresses.toSorted();
}

describe('two servers that start at the same time on an empty database', { timeout: 180_000 }, () => {
  it('apply each migration once and create one superuser', async () => {
    const repeated = await rows(
      'SELECT migration_name FROM _prisma_migrations GROUP BY migration_name HAVING count(*) > 1',
    );
    expect(repeated).toEqual([]);
    expect(await rows('SELECT FROM _prisma_migrations WHERE finished_at IS NULL')).toEqual([]);
    expect(await rows('SELECT FROM users WHERE is_superuser')).toHaveLength(1);
    for (const { url } of servers) expect((await fetch(`${url}/api/readyz`)).status).toBe(200);
  });

  it('share the jobs and run each of them once', async () => {
    const expected = await holdMails('person-', 60);
    release();
    await expect.poll(recipients).toHaveLength(60);
    expect(recipients().toSorted()).toEqual(expected);
  });

  it('take over the jobs of one that was killed, and no others', async () => {
    const expected = await holdMails('held-', atOnce);
    expect(begun.toSorted()).toEqual(expected);
    await servers[0]?.kill();
    await ageJobLocks(database);
    release();
    await enqueueJob(database.prisma, 'maintain_job_queue', {});
    await expect.poll(() => new Set(heldRecipients()).size).toBe(atOnce);
    await expect.poll(() => rows('SELECT FROM graphile_worker.jobs WHERE attempts > 0')).toEqual([]);
    expect(begun).toHaveLength(12);
  });
});
