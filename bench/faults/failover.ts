/**
 * Loses primaries while clients write, with the configuration of docs/operations.md: Patroni, etcd, two PostgreSQL and
 * HAProxy. The primary's process is killed (SIGKILL) three times, all processes of its machine twice, these are stopped
 * (SIGSTOP) once, and the standby is down for a minute. Checks the responses and the acknowledged writes, and measures how
 * soon the last 503 is sent, an email arrives and a seal is written.
 *
 *     npx tsx bench/faults/failover.ts [seconds that the standby is down]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { patienceMs, reportCalls, startOutage } from './outage.ts';
import { startPatroniPair } from './patroni-pair.ts';
import { until } from './server.ts';
import { reportMost } from '../report.ts';

const downSeconds = Number(process.argv[2] ?? 60);
/** How long calls are observed after a new primary answers. */
const observedMs = 15_000;
const processGoalMs = 15_000;
const machineGoalMs = 35_000;
const backGoalMs = 5_000;
const workGoalMs = 10_000;

// Some 25 calls a second: two PostgreSQL, the proxy and the clients share the machine.
const outage = await startOutage(startPatroniPair, { pairs: 3, readers: 6, pace: 4 });
const pair = outage.database;

for (const turn of [1, 2, 3]) await lose(`process killed (${turn})`, pair.crashPrimary, processGoalMs);
for (const turn of [1, 2]) await lose(`machine lost (${turn})`, pair.losePrimary, machineGoalMs);
await lose('machine stops', pair.freezePrimary, machineGoalMs);
await stopStandby();
await outage.end();

async function lose(name: string, fail: () => Promise<void>, goalMs: number): Promise<void> {
  const begin = performance.now();
  const lastSeal = await readLastSeal();
  await fail();
  await until(async () => !(await pair.isPrimaryReached()), patienceMs, 'The end of the primary');
  await until(pair.isPrimaryReached, patienceMs, 'A new primary');
  const back = performance.now();
  const [mailMs, sealMs] = await Promise.all([outage.measureMail(back), measureSeal(lastSeal, back)]);
  await delay(Math.max(0, observedMs - (performance.now() - back)));
  const last = judge(name, begin, back);
  reportMost('last 503 after the fault', last - begin, goalMs, 'ms');
  reportMost('an email after a new primary answered', mailMs, workGoalMs, 'ms');
  reportMost('a seal after a new primary answered', sealMs, workGoalMs, 'ms');
  await pair.rejoin();
}

/** Commits wait until Patroni lets the primary continue alone. */
async function stopStandby(): Promise<void> {
  const begin = performance.now();
  await pair.loseStandby();
  const back = performance.now();
  await delay(downSeconds * 1_000);
  judge(`the standby down for ${downSeconds} s`, begin, back);
  await pair.rejoin();
}

/** Returns the time of the last 503. */
function judge(name: string, begin: number, back: number): number {
  const refusals = reportCalls(name, outage.observationsSince(begin));
  const last = Math.max(begin, ...refusals.map(({ startedAt, ms }) => startedAt + ms));
  console.log(`a new primary answered after ${Math.round(back - begin)} ms`);
  reportMost('last 503 after a new primary answered', Math.max(0, last - back), backGoalMs, 'ms');
  return last;
}

async function readLastSeal(): Promise<number> {
  const { rows } = await pair.pool.query<{ id: number }>(
    'SELECT coalesce(max(id), 0)::int AS id FROM audit_seals',
  );
  return rows[0]?.id ?? 0;
}

async function measureSeal(lastSeal: number, back: number): Promise<number> {
  const isSealed = () =>
    readLastSeal().then(
      (id) => id > lastSeal,
      () => false,
    );
  await until(isSealed, patienceMs, 'A seal');
  return performance.now() - back;
}
