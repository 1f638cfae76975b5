/**
 * PostgreSQL is restarted, ends all connections and falls silent (SIGSTOP) while clients read and write: what are
 * they answered meanwhile, and how soon is everything as before?
 *
 *     npx tsx bench/faults/database-restart.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpServer } from 'server/test/smtp.ts';
import { missingRecords, readThings } from './findings.ts';
import { openLedger } from './ledger.ts';
import { createPeople, findAdmin, send, signIn } from './people.ts';
import { startPostgres } from './postgres.ts';
import { type Observation, startProbes } from './probes.ts';
import { makeServer, password, percentile, report, until } from './server.ts';
import { emptyTally, keepWriting, type Writers } from './writers.ts';

const pairs = 6;
const readers = 12;
const backGoalMs = 5_000;
const mailGoalMs = 10_000;
/** Without a database: at once where it refuses, after the pool's patience of 3 s where it is silent. */
const refusalGoalMs = 4_000;
const freeGoalMs = 250;
/** One look of `readyz` answers all who ask within it. */
const sharedLookMs = 250;
const patienceMs = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const smtp = await startSmtpServer();
const postgres = await startPostgres(folder);
const server = await makeServer({
  DATABASE_URL: postgres.url,
  DATA_DIR: join(folder, 'data'),
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'no-reply@declassified.example',
});
await server.start();
const firstPid = server.pid();
const people = await createPeople(postgres.pool, 2 * pairs + readers);
const admin = await findAdmin(postgres.pool);
for (const person of [...people, admin]) await signIn(server, person);

const ledger = openLedger();
const tally = emptyTally();
let isOver = false;
let number = 0;
const writers: Writers = { server, ledger, tally, admin, up: async () => {}, isOver: () => isOver };
const writing = Promise.all(
  people.slice(0, pairs).map((one, index) => keepWriting(writers, one, people[pairs + index] ?? one)),
);
const probes = startProbes(server, people.slice(2 * pairs), admin);
await probes.start();
await delay(3_000);

/** Each resolves when PostgreSQL is back, and notes from when until when it cannot have answered. */
const faults: Record<string, (away: Away) => Promise<void>> = {
  'fast shutdown, 5 s away': (away) => restart('fast', away),
  'immediate shutdown, 5 s away': (away) => restart('immediate', away),
  'all connections ended': async () => {
    await postgres.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  },
  'silent for 8 s': (away) => freeze(8_000, away),
  'silent for 30 s': (away) => freeze(30_000, away),
};
for (const [name, fail] of Object.entries(faults)) {
  const begin = performance.now();
  const away = { from: Infinity, to: 0 };
  await fail(away);
  const back = performance.now();
  const mailMs = await measureMail(back);
  await delay(Math.max(0, 2 * backGoalMs - (performance.now() - back)));
  judge(name, probes.observations, { begin, away, back, end: performance.now(), mailMs });
}

isOver = true;
await writing;
await probes.stop();
const lost = [
  ...ledger.differences(await readThings(postgres.pool)),
  ...(await missingRecords(postgres.pool, tally)),
];
const acknowledged = [...tally.acknowledged.values()].reduce((sum, count) => sum + count, 0);
for (const line of [...lost, ...tally.wrong].slice(0, 20)) console.log(`  ${line}`);
console.log(`\n${acknowledged} writes acknowledged meanwhile, ${tally.unavailable} answered 503`);
report('acknowledged writes lost', lost.length, lost.length === 0, '0');
report('wrong answers to writes', tally.wrong.length, tally.wrong.length === 0, '0');
report('writes without an answer', tally.unanswered, tally.unanswered === 0, '0');
const open = await readOpenTransactions();
report('transactions left open', open, open === 0, '0');
report('restarts of the server', Number(server.pid() !== firstPid), server.pid() === firstPid, '0');
await server.stop();
await postgres.stop();
await smtp.stop();
await rm(folder, { recursive: true, force: true });

/** A connection that came back to the server's pool with one would lose what is written on it next. */
async function readOpenTransactions(): Promise<number> {
  const { rows } = await postgres.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity WHERE application_name = 'declassified' AND state <> 'idle'`,
  );
  return rows[0]?.count ?? 0;
}

async function restart(mode: 'fast' | 'immediate', away: Away): Promise<void> {
  await postgres.end(mode);
  away.from = performance.now();
  await delay(5_000);
  away.to = performance.now();
  await postgres.start();
}

async function freeze(ms: number, away: Away): Promise<void> {
  postgres.freeze();
  away.from = performance.now();
  await delay(ms);
  away.to = performance.now();
  postgres.thaw();
}

interface Away {
  from: number;
  to: number;
}

interface Times {
  /** Of the fault, of PostgreSQL's return and of the look back. */
  begin: number;
  away: Away;
  back: number;
  end: number;
  mailMs: number;
}

function times(of: Observation[]): number[] {
  return of.map(({ ms }) => ms);
}

function judge(name: string, all: Observation[], { begin, away, back, end, mailMs }: Times): void {
  const seen = all.filter(({ startedAt }) => startedAt >= begin && startedAt < end);
  const free = seen.filter(({ isFree }) => isFree);
  const others = seen.filter(({ isFree, kind }) => !isFree && kind !== 'readiness');
  const wrong = seen.filter(({ isRight }) => !isRight);
  const refusals = others.filter(({ status }) => status === 503);
  const lastRefusal = Math.max(0, ...refusals.map(({ startedAt }) => startedAt - back));
  const ready = seen.filter(
    ({ kind, startedAt, ms, status }) =>
      kind === 'readiness' &&
      status === 200 &&
      startedAt > away.from + sharedLookMs &&
      startedAt + ms < away.to,
  );
  console.log(`\n${name}: ${seen.length} calls`);
  for (const { kind, status, response } of wrong.slice(0, 10)) {
    console.log(`  ${kind}: ${status} ${JSON.stringify(response?.body)?.slice(0, 200)}`);
  }
  report('wrong answers', wrong.length, wrong.length === 0, '0');
  const freeServed = free.filter(({ status }) => status === 200).length;
  report(
    'answers without the database',
    `${freeServed} of ${free.length}`,
    freeServed === free.length,
    'all 200',
  );
  const freeP95 = percentile(times(free), 0.95);
  report('their p95', `${Math.round(freeP95)} ms`, freeP95 <= freeGoalMs, `${freeGoalMs} ms`);
  report('readyz 200 while it is away', ready.length, ready.length === 0, '0');
  const [p95, slowest] = [percentile(times(refusals), 0.95), Math.max(0, ...times(refusals))];
  report(
    `${refusals.length} responses of 503, p95`,
    `${Math.round(p95)} ms, at most ${Math.round(slowest)} ms`,
    p95 <= refusalGoalMs,
    `${refusalGoalMs} ms`,
  );
  report(
    'last 503 after its return',
    `${Math.round(lastRefusal)} ms`,
    lastRefusal <= backGoalMs,
    `${backGoalMs} ms`,
  );
  report('mail after its return', `${Math.round(mailMs)} ms`, mailMs <= mailGoalMs, `${mailGoalMs} ms`);
}

/** From PostgreSQL's return to a new user's mail. */
async function measureMail(back: number): Promise<number> {
  const username = `back-${number++}`;
  const email = `${username}@example.org`;
  const body = { username, email, password, confirm_password: password };
  const register = () =>
    send(server, 'POST', '/api/user/register/', { body }).then(
      ({ status }) => status === 201,
      () => false,
    );
  await until(register, patienceMs, 'A registration').catch(console.error);
  const isThere = () => smtp.received.some(({ recipients }) => recipients.includes(email));
  await until(isThere, patienceMs, 'The mail').catch(console.error);
  return isThere() ? performance.now() - back : Infinity;
}
