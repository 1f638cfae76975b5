/**
 * A primary that is lost, with the configuration of docs/operations.md: Patroni, etcd, two PostgreSQL and HAProxy. Under
 * writes its process is killed (SIGKILL) three times and all of its machine twice, once the machine stands still, and once
 * the standby is away for a minute. What is lost, what are clients answered meanwhile, and how soon is everything as before?
 *
 *     npx tsx bench/faults/failover.ts [seconds that the standby is away]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs, reportCalls, startOutage } from './outage.ts';
import { startPatroniPair } from './patroni-pair.ts';
import { reportMost, until } from './server.ts';

const awaySeconds = Number(process.argv[2] ?? 60);
/** How long the calls are observed after the return. */
const observedMs = 15_000;
const processGoalMs = 15_000;
const machineGoalMs = 35_000;
const backGoalMs = 5_000;
const soonGoalMs = 10_000;

// Some 25 calls a second: two PostgreSQL, the proxy and the clients share the machine.
const outage = await startOutage(startPatroniPair, { pairs: 3, readers: 6, pace: 4 });
const pair = outage.database;

for (const turn of [1, 2, 3]) await lose(`process killed (${turn})`, pair.crashPrimary, processGoalMs);
for (const turn of [1, 2]) await lose(`machine lost (${turn})`, pair.losePrimary, machineGoalMs);
await lose('machine stands still', pair.freezePrimary, machineGoalMs);
await takeStandbyAway();
await outage.end();

async function lose(name: string, fail: () => Promise<void>, goalMs: number): Promise<void> {
  const begin = performance.now();
  const lastSeal = await readLastSeal();
  await fail();
  await until(async () => !(await pair.isLeaderReached()), patienceMs, 'The end of the primary');
  await until(pair.isLeaderReached, patienceMs, 'A new leader');
  const back = performance.now();
  const [mailMs, sealMs] = await Promise.all([outage.measureMail(back), measureSeal(lastSeal, back)]);
  await delay(Math.max(0, observedMs - (performance.now() - back)));
  const last = judge(name, begin, back);
  reportMost('last 503 after the fault', last - begin, goalMs, 'ms');
  reportMost('a mail after a leader answered', mailMs, soonGoalMs, 'ms');
  reportMost('a seal after a leader answered', sealMs, soonGoalMs, 'ms');
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
  const refusals = reportCalls(name, outage.observationsSince(begin));
  const last = Math.max(begin, ...refusals.map(({ startedAt, ms }) => startedAt + ms));
  console.log(`a leader answered after ${Math.round(back - begin)} ms`);
  reportMost('last 503 after a leader answered', Math.max(0, last - back), backGoalMs, 'ms');
  return last;
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
