/**
 * A report over a year with 1,000,000 audit, IP and log records each, of 100,000 users, by each interval, in both time
 * zones: what all of its statements take in the database, and the slowest of them. Then how long the rollup takes.
 *
 *     npx tsx bench/reports/year.ts [records]
 */
import { getReport, type ReportRequest } from 'server/src/modules/reports/reports.service.ts';
import { rollUpReports } from 'server/src/modules/reports/rollup.service.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { connectPatiently } from '../patient-client.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const users = records / 10;
const rounds = 5;
const goalMs = 300;

const server = await startBenchServer();
const { database } = server.deps;

/** Evenly over a year up to now, as it comes: three of four tries to sign in succeed, a quarter of the log warns. */
async function fill(): Promise<void> {
  const client = await connectPatiently(database.pool);
  await client.query(
    `INSERT INTO users (id, username, email, password_hash, email_verified_at)
     SELECT gen_random_uuid(), 'user' || n, 'user' || n || '@example.org', '', now() FROM generate_series(1, $1::int) AS n`,
    [users],
  );
  await client.query('CREATE TEMP TABLE people AS SELECT row_number() OVER () AS n, id FROM users');
  await client.query('CREATE INDEX ON people (n)');
  const moment = `now() - ($1::int - r) * (interval '365 days' / $1::int)`;
  await client.query(
    `INSERT INTO audit_events (created_at, actor_id, action, details_hash)
     SELECT ${moment}, CASE WHEN r % 4 <> 0 THEN people.id END,
       CASE WHEN r % 4 = 0 THEN 'login_failed' WHEN r % 50 = 1 THEN 'register' WHEN r % 50 = 2 THEN 'account_locked'
            ELSE 'login' END, ''
     FROM generate_series(1, $1::int) AS r JOIN people ON people.n = r::bigint * 7919 % $2::int + 1 ORDER BY r`,
    [records, users],
  );
  await client.query(
    `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
     SELECT gen_random_uuid(), people.id, '192.' || r % 7 || '.2.' || r % 251,
       CASE WHEN r % 4 = 0 THEN 'login_failed' ELSE 'login' END, ${moment}
     FROM generate_series(1, $1::int) AS r JOIN people ON people.n = r::bigint * 7919 % $2::int + 1 ORDER BY r`,
    [records, users],
  );
  await client.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT gen_random_uuid(), 'm', CASE WHEN r % 1000 = 0 THEN 'ERROR' WHEN r % 4 = 0 THEN 'WARNING' ELSE 'INFO' END,
       false, ${moment}
     FROM generate_series(1, $1::int) AS r ORDER BY r`,
    [records],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
}

await fill();
const begun = performance.now();
// The first run takes note of the events, the second takes them.
for (let run = 0; run < 2; run += 1) await rollUpReports(server.deps);
const rolledMs = performance.now() - begun;
await database.pool.query('VACUUM ANALYZE report_hours, report_activity');
const [progress] = await database.prisma.reportProgress.findMany();

const date = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
let worst = 0;
for (const time_zone of ['UTC', 'Australia/Sydney'] as const) {
  for (const [interval, days] of [
    ['day', 365],
    ['week', 365],
    ['month', 365],
    ['hour', 44],
    ['day', 1],
  ] as const) {
    const request: ReportRequest = { from: date(days), to: date(0), interval, time_zone };
    const took = [];
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      await getReport({ database }, request);
      took.push(performance.now() - start);
    }
    worst = Math.max(worst, median(took));
    console.log(`${days} days by ${interval}, ${time_zone}: ${median(took).toFixed(0)} ms`);
  }
}
console.log(`rollup of ${progress?.rolled_id} events: ${(rolledMs / 1000).toFixed(1)} s`);
console.log(`worst: ${worst.toFixed(0)} ms (goal ${goalMs})`);
process.exitCode = worst <= goalMs ? 0 : 1;
await server.stop();
