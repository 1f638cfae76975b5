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
/** Recipients with this prefix get their emails when the gate is opened. */
const held = 'held-';
let open = () => {};
const opened = new Promise<void>((resolve) => (open = resolve));

beforeAll(async () => {
  await database.pool.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public',
  );
  smtp = await startSmtpServer({
    gate: async (recipient) => {
      begun.push(recipient);
      if (recipient.startsWith(held)) await opened;
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

async function enqueueMails(prefix: string, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, (_, i) => `${prefix}${i}@example.org`);
  await database.prisma.$transaction(async (tx) => {
    for (const to of addresses) await enqueueSecurityMail(tx, 'password-changed', to);
  });
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
    const expected = await enqueueMails('person-', 60);
    await expect.poll(recipients).toHaveLength(60);
    expect(recipients().toSorted()).toEqual(expected);
  });

  it('take over the jobs of one that was killed, and no others', async () => {
    begun = [];
    // As many jobs as both run at once.
    const expected = await enqueueMails(held, 8);
    await expect.poll(() => begun.toSorted()).toEqual(expected);
    await servers[0]?.kill();
    await ageJobLocks(database);
    open();
    await enqueueJob(database.prisma, 'maintain_job_queue', {});
    const arrived = () => recipients().filter((address) => address.startsWith(held));
    await expect.poll(() => new Set(arrived()).size).toBe(8);
    await expect.poll(() => rows('SELECT FROM graphile_worker.jobs WHERE attempts > 0')).toEqual([]);
    expect(begun).toHaveLength(12);
  });
});
