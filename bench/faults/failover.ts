/**
 * Loses the primary of a replicated PostgreSQL while clients write, in a laboratory of the caller. Checks the responses and the
 * acknowledged writes, and measures how soon the last 503 is sent, an email arrives and a seal is written.
 *
 *     npx tsx bench/faults/failover.ts DATABASE_URL 'command that loses the primary' 'command that repairs it' [turns]
 */
import { execSync } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { patienceMs, reportCalls, startOutage } from './outage.ts';
import { until } from './server.ts';
import { reportMost } from '../report.ts';

/** How long calls are observed after a new primary answers. */
const observedMs = 15_000;
const failoverGoalMs = 35_000;
const backGoalMs = 5_000;
const workGoalMs = 10_000;

const [url = '', loseCommand = '', repairCommand = '', turns = '3'] = process.argv.slice(2);
if (!repairCommand) {
  console.error('This measurement needs a database URL and two commands: see its first comment.');
  process.exit(1);
}
const pool = new Pool({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 });
// Connections to a lost primary end with errors.
pool.on('error', () => {});

// Some 25 calls a second: the databases and the clients may share the machine.
const outage = await startOutage(async () => ({ url, pool, stop: () => pool.end() }), {
  pairs: 3,
  readers: 6,
  pace: 4,
});
for (let turn = 1; turn <= Number(turns); turn++) await lose(turn);
await outage.end();

async function lose(turn: number): Promise<void> {
  const begin = performance.now();
  const lastSeal = await readLastSeal();
  execSync(loseCommand, { stdio: 'inherit' });
  await until(isPrimaryReached, patienceMs, 'A new primary');
  const back = performance.now();
  const [mailMs, sealMs] = await Promise.all([outage.measureMail(back), measureSeal(lastSeal, back)]);
  await delay(Math.max(0, observedMs - (performance.now() - back)));
  const refusals = reportCalls(`primary lost (${turn})`, outage.observationsSince(begin));
  const last = Math.max(begin, ...refusals.map(({ startedAt, ms }) => startedAt + ms));
  console.log(`a new primary answered after ${Math.round(back - begin)} ms`);
  reportMost('last 503 after the fault', last - begin, failoverGoalMs, 'ms');
  reportMost('last 503 after a new primary answered', Math.max(0, last - back), backGoalMs, 'ms');
  reportMost('an email after a new primary answered', mailMs, workGoalMs, 'ms');
  reportMost('a seal after a new primary answered', sealMs, workGoalMs, 'ms');
  execSync(repairCommand, { stdio: 'inherit' });
}

async function isPrimaryReached(): Promise<boolean> {
  try {
    const { rows } = await pool.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby');
    return rows[0]?.standby === false;
  } catch {
    return false;
  }
}

async function readLastSeal(): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
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
