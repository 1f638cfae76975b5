/**
 * Restarts PostgreSQL, ends all its connections and stops its processes (SIGSTOP) while clients read and write. Checks the
 * responses during each fault, and measures how soon the last 503 is sent and an email arrives after it.
 *
 *     npx tsx bench/faults/database-restart.ts
 */
import { setTimeout as delay } from 'node:timers/promises';
import { p95Of, reportCalls, startOutage } from './outage.ts';
import { startPostgres } from './postgres.ts';
import { reportMost, reportNone } from '../report.ts';

const backGoalMs = 5_000;
const mailGoalMs = 10_000;
const freeGoalMs = 250;
/** One check of the database answers all requests of `readyz` that arrive during it. */
const sharedCheckMs = 250;

const outage = await startOutage(startPostgres, { pairs: 6, readers: 12 });
const postgres = outage.database;

/** The time during which PostgreSQL cannot answer. */
interface Downtime {
  from: number;
  to: number;
}

/** Each fault resolves when PostgreSQL is back, and sets its downtime. */
const faults: Record<string, (downtime: Downtime) => Promise<void>> = {
  'fast shutdown, down for 5 s': (downtime) => restart('fast', downtime),
  'immediate shutdown, down for 5 s': (downtime) => restart('immediate', downtime),
  'all connections ended': async () => {
    await postgres.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  },
  'silent for 8 s': (downtime) => freeze(8_000, downtime),
  'silent for 30 s': (downtime) => freeze(30_000, downtime),
};
for (const [name, fail] of Object.entries(faults)) {
  const begin = performance.now();
  const downtime = { from: Infinity, to: 0 };
  await fail(downtime);
  const back = performance.now();
  const mailMs = await outage.measureMail(back);
  await delay(Math.max(0, 2 * backGoalMs - (performance.now() - back)));
  judge(name, begin, downtime, back);
  reportMost('an email after its return', mailMs, mailGoalMs, 'ms');
}
const { unanswered } = await outage.end();
reportNone('writes without a response', unanswered);

async function restart(mode: 'fast' | 'immediate', downtime: Downtime): Promise<void> {
  await postgres.end(mode);
  downtime.from = performance.now();
  await delay(5_000);
  downtime.to = performance.now();
  await postgres.start();
}

async function freeze(ms: number, downtime: Downtime): Promise<void> {
  postgres.freeze();
  downtime.from = performance.now();
  await delay(ms);
  downtime.to = performance.now();
  postgres.thaw();
}

function judge(name: string, begin: number, downtime: Downtime, back: number): void {
  const observations = outage.observationsSince(begin);
  const refusals = reportCalls(name, observations);
  reportMost(
    'p95 without the database',
    p95Of(observations.filter(({ isFree }) => isFree)),
    freeGoalMs,
    'ms',
  );
  const ready = observations.filter(
    ({ kind, startedAt, ms, status }) =>
      kind === 'readiness' &&
      status === 200 &&
      startedAt > downtime.from + sharedCheckMs &&
      startedAt + ms < downtime.to,
  );
  reportNone('readyz answers 200 while it is down', ready.length);
  const lastMs = Math.max(0, ...refusals.map(({ startedAt }) => startedAt - back));
  reportMost('last 503 after its return', lastMs, backGoalMs, 'ms');
}
