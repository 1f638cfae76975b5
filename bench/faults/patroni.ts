/**
 * The configuration of docs/operations.md: Patroni, etcd, two PostgreSQL and HAProxy. The primary's process is killed
 * (SIGKILL) under writes, and then all of its machine, twice each. What is lost, and when is the last call answered 503?
 *
 *     npx tsx bench/faults/patroni.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { missingRecords, readThings } from './findings.ts';
import { openLedger } from './ledger.ts';
import { startPatroniPair } from './patroni-pair.ts';
import { createPeople, findAdmin, signIn } from './people.ts';
import { startProbes } from './probes.ts';
import { makeServer, report, until } from './server.ts';
import { emptyTally, keepWriting } from './writers.ts';

const pairs = 3;
const readers = 6;
/** Some 25 calls a second. */
const pace = 4;
const turns = 2;
const lookMs = 15_000;
const patienceMs = 120_000;
const processGoalMs = 15_000;
const machineGoalMs = 35_000;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const pair = await startPatroniPair(folder);
const server = await makeServer({ DATABASE_URL: pair.url, DATA_DIR: join(folder, 'data') });
await server.start();
const firstPid = server.pid();
const people = await createPeople(pair.pool, 2 * pairs + readers);
const admin = await findAdmin(pair.pool);
for (const person of [...people, admin]) await signIn(server, person);

const ledger = openLedger();
const tally = emptyTally();
let isOver = false;
const writers = { server, ledger, tally, admin, up: async () => {}, isOver: () => isOver };
const writing = Promise.all(
  people.slice(0, pairs).map((one, index) => keepWriting(writers, one, people[pairs + index] ?? one)),
);
const probes = startProbes(server, people.slice(2 * pairs), admin, pace);
await probes.start();
await delay(3_000);

for (let turn = 1; turn <= turns; turn++) {
  await lose(`the primary's process is killed (${turn})`, pair.crashPrimary, processGoalMs);
  await lose(`the primary's machine is lost (${turn})`, pair.losePrimary, machineGoalMs);
}

isOver = true;
await writing;
await probes.stop();
const lost = [
  ...ledger.differences(await readThings(pair.pool)),
  ...(await missingRecords(pair.pool, tally)),
];
for (const line of [...lost, ...tally.wrong].slice(0, 20)) console.log(`  ${line}`);
const acknowledged = [...tally.acknowledged.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `\n${acknowledged} writes acknowledged, ${tally.unavailable} answered 503, ${tally.unanswered} not answered`,
);
report('acknowledged writes lost', lost.length, lost.length === 0, '0');
report('writes answered wrongly', tally.wrong.length, tally.wrong.length === 0, '0');
report('restarts of the server', Number(server.pid() !== firstPid), server.pid() === firstPid, '0');
await server.stop();
await pair.stop();
await rm(folder, { recursive: true, force: true });

async function lose(name: string, fail: () => Promise<void>, goalMs: number): Promise<void> {
  const begin = performance.now();
  await fail();
  await until(async () => !(await pair.isLeaderReached()), patienceMs, 'The end of the primary');
  await until(pair.isLeaderReached, patienceMs, 'A new leader');
  const back = performance.now();
  await delay(lookMs);
  const seen = probes.observations.filter(({ startedAt }) => startedAt >= begin);
  const wrong = seen.filter(({ isRight }) => !isRight);
  const refusals = seen.filter(({ status, isFree }) => status === 503 && !isFree);
  const last = Math.max(0, ...refusals.map(({ startedAt }) => startedAt - begin));
  console.log(
    `\n${name}: ${seen.length} calls, ${refusals.length} answered 503; a leader answers after ${Math.round(back - begin)} ms`,
  );
  for (const { kind, status, response } of wrong.slice(0, 10)) {
    console.log(`  ${kind}: ${status} ${JSON.stringify(response?.body)?.slice(0, 200)}`);
  }
  report('wrong answers', wrong.length, wrong.length === 0, '0');
  report('last 503 after the kill', `${Math.round(last)} ms`, last <= goalMs, `${goalMs} ms`);
  await pair.rejoin();
}
