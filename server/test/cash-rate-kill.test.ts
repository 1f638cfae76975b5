import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addReleaseVintages } from '#modules/datasets/release-files.ts';
import { type RateDecision, rateDecisionTask } from '#domain/finance/rate-decision.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { datasetsFolder } from '#root-folders.ts';
import { testSecret } from '#test/app.ts';
import { buildScript } from '#test/built-script.ts';
import { importCashRate } from '#test/cash-rate.ts';
import { useTestDatabase, waitingForLocks } from '#test/database.ts';
import { ageJobLocks, queuedJobs } from '#test/jobs.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';

const database = useTestDatabase();
let smtp: TestSmtpServer;
const borrowers = 1_000;
/** One in a hundred users, in the order of the job, also receives the email. */
const subscribers = borrowers / 100;

let script: string;

beforeAll(async () => {
  script = buildScript('cash-rate-worker');
  smtp = await startSmtpServer();
  await addReleaseVintages(database, datasetsFolder);
  await database.pool.query(
    `INSERT INTO users (id, username, email, password_hash, email_verified_at)
     SELECT gen_random_uuid(), 'borrower' || number, 'borrower' || number || '@example.org', '-', now()
     FROM generate_series(1, ${borrowers}) AS number`,
  );
  await database.pool.query(
    `INSERT INTO preferences (user_id, cash_rate_mail) SELECT id, true
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM users) AS borrowers WHERE place % 100 = 0`,
  );
  await database.pool.query(
    `INSERT INTO calculations (id, user_id, name, kind, input, summary, rate_day)
     SELECT gen_random_uuid(), id, 'Home', 'loan',
            '{"total_loan_amount": 500000, "duration_months": 360, "annual_interest_rate": 6}', '{}', '2026-10-15'
     FROM users WHERE username LIKE 'borrower%'`,
  );
});
afterAll(() => smtp.stop());

interface Worker {
  /** Kills the process like a crash. Resolves when it has ended. */
  kill: () => Promise<void>;
}

function startWorker(): Worker {
  const options = [database.url, testSecret, `smtp://127.0.0.1:${smtp.port}`];
  const child = spawn(process.execPath, [script, ...options], { stdio: 'inherit' });
  const ended = once(child, 'close');
  return {
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

const count = async (table: string) =>
  (await database.pool.query<{ count: number }>(`SELECT count(*)::int FROM ${table}`)).rows[0]?.count ?? 0;

/** Makes the worker stop at its next use of the table, until the lock is released. */
async function lockTable(table: string, mode: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query(`BEGIN; LOCK TABLE ${table} IN ${mode} MODE`);
  return async () => {
    await client.query('ROLLBACK');
    client.release();
  };
}

/** Makes the job available to another worker, as after half a minute. */
async function releaseJobs(): Promise<void> {
  await ageJobLocks(database);
  await enqueueJob(database.prisma, 'maintain_job_queue', {});
}

/** Releases the job until it runs again. PostgreSQL must first end the connections of the killed worker. */
async function startAgain(isGoingOn: () => Promise<boolean>): Promise<Worker> {
  const worker = startWorker();
  await expect
    .poll(
      async () => {
        await releaseJobs();
        return isGoingOn();
      },
      { timeout: 60_000, interval: 100 },
    )
    .toBe(true);
  return worker;
}

/** Kills a worker that waits for the table before, in or after a transaction. */
async function killAtLock(table: string, mode: string): Promise<void> {
  const release = await lockTable(table, mode);
  const worker = await startAgain(async () => (await waitingForLocks(database)) > 0);
  await worker.kill();
  // Otherwise PostgreSQL would carry out what waits, although nobody waits for it.
  await database.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  await release();
}

/** Kills a worker whose transaction has done everything and is not committed: its end reads a table that is locked. */
async function killAtCommit(): Promise<void> {
  await database.pool.query(
    `CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM FROM friendships; RETURN NULL; END';
     CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON cash_rate_notices DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION wait()`,
  );
  await killAtLock('friendships', 'ACCESS EXCLUSIVE');
  await database.pool.query('DROP FUNCTION wait CASCADE');
}

it(
  'notifies each borrower exactly once, although its worker is killed in each of its steps',
  { timeout: 200_000 },
  async () => {
    await importCashRate(database, { more: [['2026-11-04', 4.85]] });
    const [job] = await queuedJobs(database);
    expect(job?.task).toBe(rateDecisionTask);
    await killAtLock('calculations', 'ACCESS EXCLUSIVE');
    await killAtLock('notifications', 'SHARE');
    await killAtCommit();
    await killAtLock('preferences', 'ACCESS EXCLUSIVE');
    expect(await count('cash_rate_notices')).toBeLessThan(borrowers);

    // Two workers, and a second job for the same decision.
    await enqueueJob(database.prisma, rateDecisionTask, job?.payload as unknown as RateDecision);
    const workers = [startWorker(), startWorker()];
    const reached = () => new Set(smtp.received.flatMap(({ recipients }) => recipients)).size;
    const progress = async () => {
      await releaseJobs();
      return [await count('cash_rate_notices'), reached()];
    };
    await expect.poll(progress, { timeout: 120_000, interval: 100 }).toEqual([borrowers, subscribers]);
    await Promise.all(workers.map((worker) => worker.kill()));

    expect(await count("notifications WHERE kind = 'cash_rate_change'")).toBe(borrowers);
    expect(await count('(SELECT DISTINCT user_id FROM notifications) AS notified')).toBe(borrowers);
    // If a worker is killed after it has sent an email, the same message is sent again.
    const mails = new Set(
      smtp.received.map(({ recipients, parsed }) => `${recipients.join()} ${parsed.messageId}`),
    );
    expect(mails.size).toBe(subscribers);
    const { headers } = smtp.received[0]?.parsed ?? {};
    expect(headers?.get('list')).toMatchObject({
      unsubscribe: { url: expect.stringContaining('/api/user/unsubscribe/') },
      'unsubscribe-post': { name: 'List-Unsubscribe=One-Click' },
    });
  },
);
