/**
 * PostgreSQL is restarted, ends all connections and falls silent (SIGSTOP) while clients read and write: what are
 * they answered meanwhile, and how soon is everything as before?
 *
 *     npx tsx bench/faults/database-restart.ts
 */
import { setTimeout as delay } from 'node:timers/promises';
import { p95Of, reportCalls, startOutage } from './outage.ts';
import { startPostgres } from './postgres.ts';
import { reportMost, reportNone } from './server.ts';

const backGoalMs = 5_000;
const mailGoalMs = 10_000;
const freeGoalMs = 250;
/** One check of the database answers all requests of `readyz` that arrive during it. */
const sharedCheckMs = 250;

const outage = await startOutage(startPostgres, { pairs: 6, readers: 12 });
const postgres = outage.database;

/** The time during which PostgreSQL cannot have answered. */
interface Absence {
  from: number;
  to: number;
}

/** Each fault resolves when PostgreSQL is back, and sets the time of its absence. */
const faults: Record<string, (absence: Absence) => Promise<void>> = {
  'fast shutdown, 5 s away': (absence) => restart('fast', absence),
  'immediate shutdown, 5 s away': (absence) => restart('immediate', absence),
  'all connections ended': async () => {
    await postgres.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
  },
  'silent for 8 s': (absence) => freeze(8_000, absence),
  'silent for 30 s': (absence) => freeze(30_000, absence),
};
for (const [name, fail] of Object.entries(faults)) {
  const begin = performance.now();
  const absence = { from: Infinity, to: 0 };
  await fail(absence);
  const back = performance.now();
  const mailMs = await outage.measureMail(back);
  await delay(Math.max(0, 2 * backGoalMs - (performance.now() - back)));
  judge(name, begin, absence, back);
  reportMost('mail after its return', mailMs, mailGoalMs, 'ms');
}
const { unanswered } = await outage.end();
reportNone('writes without a response', unanswered);

async function restart(mode: 'fast' | 'immediate', absence: Absence): Promise<void> {
  await postgres.end(mode);
  absence.from = performance.now();
  await delay(5_000);
  absence.to = performance.now();
  await postgres.start();
}

async function freeze(ms: number, absence: Absence): Promise<void> {
  postgres.freeze();
  absence.from = performance.now();
  await delay(ms);
  absence.to = performance.now();
  postgres.thaw();
}

function judge(name: string, begin: number, absence: Absence, back: number): void {
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
      startedAt > absence.from + sharedCheckMs &&
      startedAt + ms < absence.to,
  );
  reportNone('readyz 200 while it is away', ready.length);
  const lastMs = Math.max(0, ...refusals.map(({ startedAt }) => startedAt - back));
  reportMost('last 503 after its return', lastMs, backGoalMs, 'ms');
}
