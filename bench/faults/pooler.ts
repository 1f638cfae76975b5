/**
 * Runs the server behind a real PgBouncer in transaction mode with its default settings: once with a direct
 * DATABASE_DIRECT_URL, and once, as by mistake, with one that leads through PgBouncer, too. People register, sign in and
 * read at the same time, emails are sent, and a server is killed and restarted.
 *
 *     npx tsx bench/faults/pooler.ts
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { registerUser } from 'contract/accounts/accounts.ts';
import { getUser, listSessions } from 'contract/users/users.ts';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { call, callAsGuest, type Person, signInPeople } from './people.ts';
import { startPgBouncer } from './pgbouncer.ts';
import { startPostgres } from './postgres.ts';
import { needProgram } from './programs.ts';
import { makeServer, type Server, until } from './server.ts';
import { report, reportMost, reportNone } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

needProgram('pgbouncer');
const readers = 40;
const readsEach = 25;
const registrations = 5;
const patienceMs = 30_000;

const folder = createTemporaryFolder();
const postgres = await startPostgres(folder);
const pooler = await startPgBouncer(folder, postgres.url);

for (const [name, directUrl] of [
  ['with a direct DATABASE_DIRECT_URL', postgres.url],
  ['with a DATABASE_DIRECT_URL through PgBouncer', pooler.url],
] as const) {
  console.log(`\n${name}`);
  const isDirect = directUrl === postgres.url;
  const dataDir = join(folder, isDirect ? 'direct' : 'pooled');
  const server = await makeServer({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: directUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
  });
  await server.start();
  await checkMail(server, join(dataDir, 'mailbox'), isDirect ? 2 : 4);
  const [, ...people] = await signInPeople(server, postgres.pool, readers);
  await checkReads(server, people);
  await checkTimeLimit(server, people[0]);
  await checkSessions();
  // Through PgBouncer, the lock of a killed worker stays with a session of the pooler.
  if (isDirect) await checkKill(server);
  const errors = server.output().match(/"level":"(error|fatal)".*/g) ?? [];
  report('errors in the log', errors.join('\n') || 0, errors.length === 0, '0');
  await server.stop();
}

await pooler.stop();
await postgres.stop();

/** Registers users one after the other, and measures the time until each email arrives, which is a job. */
async function checkMail(server: Server, mailbox: string, goalSeconds: number): Promise<void> {
  const mails = () =>
    readdir(mailbox).then(
      (names) => names.filter((name) => name.endsWith('.json')).length,
      () => 0,
    );
  const seconds: number[] = [];
  for (let i = 0; i < registrations; i++) {
    const before = await mails();
    const name = `new-${Date.now()}-${i}`;
    const body = {
      username: name,
      email: `${name}@example.org`,
      password: demoPassword,
      confirm_password: demoPassword,
    };
    const { status } = await callAsGuest(server, registerUser, { body });
    if (status !== 201) throw new Error(`A registration was answered ${status}.`);
    const answeredAt = performance.now();
    await until(async () => (await mails()) > before, patienceMs, 'An email');
    seconds.push((performance.now() - answeredAt) / 1000);
  }
  const longest = Math.max(...seconds);
  reportMost('longest wait for an email', longest, goalSeconds, 's');
}

/** More parallel reads than the server has connections, so that they use many sessions of the database. */
async function checkReads(server: Server, people: Person[]): Promise<void> {
  let failed = 0;
  await Promise.all(
    people.map(async (person) => {
      for (let i = 0; i < readsEach; i++) {
        const { status } = await call(server, person, i % 2 ? listSessions : getUser, { id: person.id });
        if (status !== 200) failed++;
      }
    }),
  );
  reportNone(`reads that failed, of ${people.length * readsEach}`, failed);
}

/** No session has the timeout of 15 s, so the server has to enforce it. */
async function checkTimeLimit(server: Server, person: Person | undefined): Promise<void> {
  if (!person) return;
  await whileLocked('users', async () => {
    const begin = performance.now();
    const { status } = await call(server, person, getUser, { id: person.id });
    const seconds = (performance.now() - begin) / 1000;
    const figure = `${status} after ${seconds.toFixed(1)} s`;
    report('a statement that waits for a lock', figure, status === 503 && seconds < 17, '503 before 17 s');
  });
  const { status } = await call(server, person, getUser, { id: person.id });
  report('the next read', status, status === 200, '200');
}

/** The locks and transactions that must not stay in pooled sessions. Shared locks are those of live workers. */
async function checkSessions(): Promise<void> {
  const { rows } = await postgres.pool.query<{ locks: number; open: number; holding: number; all: number }>(
    `SELECT (SELECT count(*)::int FROM pg_locks JOIN pg_stat_activity USING (pid)
             WHERE locktype = 'advisory' AND granted AND state = 'idle' AND mode = 'ExclusiveLock') AS locks,
            count(*) FILTER (WHERE is_left)::int AS open,
            count(*) FILTER (WHERE is_left
              AND (backend_xmin IS NOT NULL OR backend_xid IS NOT NULL))::int AS holding,
            count(*)::int AS all
     FROM (SELECT *, state LIKE 'idle in transaction%' AND xact_start < now() - interval '1 second' AS is_left
           FROM pg_stat_activity) AS sessions
     WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'declassified%'`,
  );
  const { locks = NaN, open = NaN, holding = NaN, all = NaN } = rows[0] ?? {};
  console.log(`${all} sessions of the database, including PgBouncer's`);
  reportNone('session locks of idle sessions', locks);
  reportNone('transactions that stay open', open);
  reportNone('of these, transactions that delay a VACUUM', holding);
}

async function checkKill(server: Server): Promise<void> {
  await until(async () => (await livenessLocks()) === 1, patienceMs, 'The liveness lock of the worker');
  await server.kill();
  const begin = performance.now();
  await until(async () => (await livenessLocks()) === 0, patienceMs, 'The release of the liveness lock');
  const ms = performance.now() - begin;
  reportMost('time until a killed worker counts as dead', ms, 2_000, 'ms');
  const startMs = await server.start();
  reportMost('the next start', startMs, 15_000, 'ms');
}

/** The locks of live workers. */
async function livenessLocks(): Promise<number> {
  const { rows } = await postgres.pool.query<{ count: number }>(
    "SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory' AND granted",
  );
  return rows[0]?.count ?? 0;
}

async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const client = await postgres.pool.connect();
  try {
    await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await work();
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}
