/**
 * A primary that is lost, with the configuration of docs/operations.md: Patroni, etcd, two PostgreSQL and HAProxy. Under
 * writes its process is killed (SIGKILL) three times and all of its machine twice, once the machine stands still, and once
 * the standby is away for a minute. What is lost, what are clients answered meanwhile, and how soon is everything as before?
 *
 *     npx tsx bench/faults/failover.ts [seconds that the standby is away]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpServer } from 'server/test/smtp.ts';
import { missingRecords, readThings } from './findings.ts';
import { openLedger } from './ledger.ts';
import { startPatroniPair } from './patroni-pair.ts';
import { createPeople, findAdmin, send, signIn } from './people.ts';
import { startProbes } from './probes.ts';
import { makeServer, password, percentile, report, until } from './server.ts';
import { emptyTally, keepWriting, type Writers } from './writers.ts';

const awaySeconds = Number(process.argv[2] ?? 60);
const pairs = 3;
const readers = 6;
/** Some 25 calls a second: two PostgreSQL, the proxy and the clients share the machine. */
const pace = 4;
const lookMs = 15_000;
const processGoalMs = 15_000;
const machineGoalMs = 35_000;
const refusalGoalMs = 4_000;
const backGoalMs = 5_000;
const soonGoalMs = 10_000;
const patienceMs = 60_000;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const smtp = await startSmtpServer();
const pair = await startPatroniPair(folder);
const server = await makeServer({
  DATABASE_URL: pair.url,
  DATA_DIR: join(folder, 'data'),
  SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
  MAIL_FROM: 'no-reply@declassified.example',
});
await server.start();
const firstPid = server.pid();
const people = await createPeople(pair.pool, 2 * pairs + readers);
const admin = await findAdmin(pair.pool);
for (const person of [...people, admin]) await signIn(server, person);

const ledger = openLedger();
const tally = emptyTally();
let isOver = false;
let number = 0;
const writers: Writers = { server, ledger, tally, admin, up: async () => {}, isOver: () => isOver };
const writing = Promise.all(
  people.slice(0, pairs).map((one, index) => keepWriting(writers, one, people[pairs + index] ?? one)),
);
const probes = startProbes(server, people.slice(2 * pairs), admin, pace);
await probes.start();
await delay(3_000);

for (const turn of [1, 2, 3]) await lose(`process killed (${turn})`, pair.crashPrimary, processGoalMs);
for (const turn of [1, 2]) await lose(`machine lost (${turn})`, pair.losePrimary, machineGoalMs);
await lose('machine stands still', pair.freezePrimary, machineGoalMs);
await takeStandbyAway();

isOver = true;
await writing;
await probes.stop();
const lost = [
  ...ledger.differences(await readThings(pair.pool)),
  ...(await missingRecords(pair.pool, tally)),
];
const acknowledged = [...tally.acknowledged.values()].reduce((sum, count) => sum + count, 0);
for (const line of [...lost, ...tally.wrong].slice(0, 20)) console.log(`  ${line}`);
console.log(
  `\n${acknowledged} writes acknowledged, ${tally.unavailable} answered 503, ${tally.unanswered} not answered`,
);
report('acknowledged writes lost', lost.length, lost.length === 0, '0');
report('writes answered wrongly', tally.wrong.length, tally.wrong.length === 0, '0');
report('restarts of the server', Number(server.pid() !== firstPid), server.pid() === firstPid, '0');
const { rows: open } = await pair.pool.query(
  `SELECT FROM pg_stat_activity WHERE application_name LIKE 'declassified%' AND xact_start < now() - interval '20 seconds'`,
);
report('transactions open for 20 s', open.length, open.length === 0, '0');
await server.stop();
await pair.stop();
await smtp.stop();
await rm(folder, { recursive: true, force: true });

async function lose(name: string, fail: () => Promise<void>, goalMs: number): Promise<void> {
  const begin = performance.now();
  const lastSeal = await readLastSeal();
  await fail();
  await until(async () => !(await pair.isLeaderReached()), patienceMs, 'The end of the primary');
  await until(pair.isLeaderReached, patienceMs, 'A new leader');
  const back = performance.now();
  const [mailMs, sealMs] = await Promise.all([measureMail(back), measureSeal(lastSeal, back)]);
  await delay(Math.max(0, lookMs - (performance.now() - back)));
  const last = judge(name, begin, back);
  reportMs('last 503 after the fault', last - begin, goalMs);
  reportMs('a mail after a leader answered', mailMs, soonGoalMs);
  reportMs('a seal after a leader answered', sealMs, soonGoalMs);
  await pair.rejoin();
}

/** Commits wait until Patroni lets the primary continue alone. */
async function takeStandbyAway(): Promise<void> {
  const begin = performance.now();
  await pair.loseStandby();
  const back = performance.now();
  await delay(awaySeconds * 1_000);
  judge(`the standby away for ${awaySeconds} s`, begin, back);
  await pair.rejoin();
}

/** Returns when the last 503 was answered. */
function judge(name: string, begin: number, back: number): number {
  const seen = probes.observations.filter(({ startedAt }) => startedAt >= begin);
  const free = seen.filter(({ isFree }) => isFree);
  const refusals = seen.filter(
    ({ status, isFree, kind }) => status === 503 && !isFree && kind !== 'readiness',
  );
  const wrong = seen.filter(({ isRight }) => !isRight);
  const served = free.filter(({ status }) => status === 200).length;
  const last = Math.max(begin, ...refusals.map(({ startedAt, ms }) => startedAt + ms));
  const slowest = percentile(
    refusals.map(({ ms }) => ms),
    0.95,
  );
  console.log(`\n${name}: ${seen.length} calls, ${refusals.length} answered 503`);
  console.log(`a leader answered after ${Math.round(back - begin)} ms`);
  for (const { kind, status, response } of wrong.slice(0, 10)) {
    console.log(`  ${kind}: ${status} ${JSON.stringify(response?.body)?.slice(0, 200)}`);
  }
  report('wrong answers', wrong.length, wrong.length === 0, '0');
  report('answers without the database', `${served} of ${free.length}`, served === free.length, 'all 200');
  reportMs('p95 of the 503s', slowest, refusalGoalMs);
  reportMs('last 503 after a leader answered', Math.max(0, last - back), backGoalMs);
  return last;
}

function reportMs(what: string, ms: number, goalMs: number): void {
  report(what, `${Math.round(ms)} ms`, ms <= goalMs, `${goalMs} ms`);
}

async function readLastSeal(): Promise<number> {
  const { rows } = await pair.pool.query<{ id: number }>(
    'SELECT coalesce(max(id), 0)::int AS id FROM audit_seals',
  );
  return rows[0]?.id ?? 0;
}

async function measureSeal(former: number, back: number): Promise<number> {
  const isSealed = () =>
    readLastSeal().then(
      (id) => id > former,
      () => false,
    );
  await until(isSealed, patienceMs, 'A seal');
  return performance.now() - back;
}

/** From a leader's answer to a new user's mail. */
async function measureMail(back: number): Promise<number> {
  const username = `back-${number++}`;
  const email = `${username}@example.org`;
  const body = { username, email, password, confirm_password: password };
  const register = () =>
    send(server, 'POST', '/api/user/register/', { body }).then(
      ({ status }) => status === 201,
      () => false,
    );
  await until(register, patienceMs, 'A registration');
  const isThere = () => smtp.received.some(({ recipients }) => recipients.includes(email));
  await until(isThere, patienceMs, 'The mail');
  return performance.now() - back;
}
