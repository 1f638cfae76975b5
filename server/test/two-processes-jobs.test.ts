import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueueNotice } from '#domain/security-mails.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { testSecret } from '#test/app.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type ServerProcess, startServerProcess } from '#test/server-process.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';

/** After so long the clock of two servers comes to a full hour, or, where they take longer to start, to a next minute. */
const untilTickMs = 10_000;

let database: TestDatabase;
let smtp: TestSmtpServer;
let silent: Server;
let dataDir: string;
let servers: ServerProcess[] = [];
let firstTick: Date;

const variables = (smtpPort: number) => ({
  DATABASE_URL: database.url,
  DATA_DIR: dataDir,
  JWT_SECRET: testSecret,
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
});

beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA public',
  );
  dataDir = mkdtempSync(join(tmpdir(), 'declassified-'));
  smtp = await startSmtpServer();
  // Takes connections and says nothing.
  silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  firstTick = new Date();
  // An hour ahead at least: by the database's clock its jobs are not due while the tests look at them.
  firstTick.setUTCHours(firstTick.getUTCHours() + 2, 0, 0, 0);
  const clockShiftMs = firstTick.getTime() - Date.now() - untilTickMs;
  const starts = [1, 2].map(() => startServerProcess(variables(smtp.port), { clockShiftMs }));
  servers = await Promise.all(starts);
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  silent.close();
  await smtp.stop();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const rows = async (query: string, values: unknown[] = []) =>
  (await database.pool.query<Record<string, unknown>>(query, values)).rows;
const ofTicks = () =>
  rows(
    'SELECT task_identifier, run_at, count(*)::int FROM graphile_worker.jobs WHERE run_at >= $1 GROUP BY 1, 2',
    [firstTick],
  );
const recipients = () => smtp.received.flatMap((mail) => mail.recipients);

describe('two servers that start at once on an empty database', { timeout: 180_000 }, () => {
  it('apply each migration once and make one superuser', async () => {
    const repeated = await rows(
      'SELECT migration_name FROM _prisma_migrations GROUP BY migration_name HAVING count(*) > 1',
    );
    expect(repeated).toEqual([]);
    expect(await rows('SELECT FROM _prisma_migrations WHERE finished_at IS NULL')).toEqual([]);
    expect(await rows('SELECT FROM users WHERE is_superuser')).toHaveLength(1);
    for (const { url } of servers) expect((await fetch(`${url}/api/readyz`)).status).toBe(200);
  });

  it('run each job once, and share them', async () => {
    const expected = Array.from({ length: 200 }, (_, i) => `person-${i}@example.org`);
    await database.prisma.$transaction(async (tx) => {
      for (const to of expected) await enqueueNotice(tx, 'password-changed', to);
    });
    await expect.poll(() => smtp.received.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(200);
    await expect
      .poll(() => rows(`SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_notice'`), {
        timeout: 30_000,
      })
      .toEqual([]);
    expect(recipients().toSorted()).toEqual(expected.toSorted());
  });

  it('add the jobs of a tick of the clock once', async () => {
    await expect.poll(ofTicks, { timeout: 100_000 }).not.toEqual([]);
    const added = await ofTicks();
    expect(added.map(({ task_identifier }) => task_identifier)).toContain('fold_list_totals');
    expect(added.filter(({ count }) => count !== 1)).toEqual([]);
  });

  it('take up the job that a killed third has left', async () => {
    const address = 'left@example.org';
    await Promise.all(servers.map((server) => server.kill()));
    const third = await startServerProcess(variables((silent.address() as AddressInfo).port));
    servers.push(third);
    await enqueueNotice(database.prisma, 'password-changed', address);
    const held = `SELECT FROM graphile_worker.jobs WHERE task_identifier = 'send_notice' AND locked_at IS NOT NULL`;
    await expect.poll(() => rows(held)).toHaveLength(1);
    servers.push(await startServerProcess(variables(smtp.port)));
    await third.kill();
    // As if it had been a while ago.
    await database.pool.query(
      `UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL`,
    );
    expect(recipients()).not.toContain(address);
    await enqueueJob(database.prisma, 'take_up_abandoned_jobs', {});
    await expect.poll(recipients).toContain(address);
    expect(recipients().filter((recipient) => recipient === address)).toHaveLength(1);
  });
});
