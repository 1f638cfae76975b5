/**
 * Measures a change of the cash rate while people use the server: how long it takes to notify every user with a variable
 * loan, and how much longer requests take meanwhile.
 *
 *     npx tsx bench/datasets/decision-day.ts [loans]
 */
import { readFile, writeFile } from 'node:fs/promises';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { listDatasets, listVintages } from 'contract/datasets/datasets.ts';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { childEnvironment } from 'server/test/child-environment.ts';
import { failures, type Load, p95, runLoad } from '../faults/open-load.ts';
import { startPostgres } from '../faults/postgres.ts';
import { makeServer, until } from '../faults/server.ts';
import { report, reportMost } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const loans = Number(process.argv[2] ?? 100_000);
const goals = { seconds: 600, p95Ms: 50 };
const perSecond = 50;
const quietSeconds = 30;
const input = { total_loan_amount: 500_000, duration_months: 360, annual_interest_rate: 6 };

const folder = createTemporaryFolder();
const postgres = await startPostgres(folder);
const variables = { DATABASE_URL: postgres.url, DATA_DIR: join(folder, 'data') };
const server = await makeServer(variables);
await server.start();
await fill();

// Requests of guests, because an access token is valid for less time than the measurement takes.
const actions = [
  { method: 'GET', path: listVintages.url.replace(':slug', cashRateSlug) },
  {
    method: 'POST',
    path: calculatePrincipal.url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  },
  { method: 'GET', path: listDatasets.url },
];
const loadUntil = (end: Promise<unknown>): Promise<Load> =>
  runLoad(server.url, actions, { perSecond, until: end });

await loadUntil(delay(5_000));
const quiet = await loadUntil(delay(quietSeconds * 1_000));
await importChange();
const startedAt = performance.now();
const busy = await loadUntil(
  until(async () => (await countNotified()) >= loans, 2 * goals.seconds * 1_000, 'Notifying all users'),
);
const seconds = (performance.now() - startedAt) / 1_000;

reportMost(`${loans} users notified`, seconds, goals.seconds, 's');
const rise = p95(busy) - p95(quiet);
reportMost(`rise of the requests' 95th percentile from ${p95(quiet).toFixed(1)} ms`, rise, goals.p95Ms, 'ms');
const failed = [...failures(quiet), ...failures(busy)];
report('failed requests', failed.join() || 0, failed.length === 0, '0');
await server.stop();
await postgres.stop();

/** Each user has one loan whose rate was right a month before the change. */
async function fill(): Promise<void> {
  const { pool } = postgres;
  await pool.query(
    `INSERT INTO users (id, username, email, password_hash, email_verified_at)
     SELECT gen_random_uuid(), 'borrower' || n, 'borrower' || n || '@example.org', '-', now()
     FROM generate_series(1, $1::int) AS n`,
    [loans],
  );
  await pool.query(
    `INSERT INTO calculations (id, user_id, name, kind, input, summary, rate_day)
     SELECT gen_random_uuid(), id, 'Home', 'loan', $1::jsonb, '{}', '2026-10-15' FROM users WHERE username LIKE 'borrower%'`,
    [JSON.stringify(input)],
  );
  await pool.query('ANALYZE users, calculations');
}

async function importChange(): Promise<void> {
  const file = JSON.parse(await readFile(`content/datasets/${cashRateSlug}/data.json`, 'utf8')) as {
    changes: [string, number][];
    coverage: [string, string];
  };
  file.changes.push(['2026-11-04', 4.85]);
  file.coverage[1] = '2026-11-20';
  const path = join(folder, 'cash-rate.json');
  await writeFile(path, JSON.stringify(file));
  await promisify(execFile)(process.execPath, ['server/dist/data-command.js', 'import', cashRateSlug, path], {
    env: childEnvironment(variables),
  });
}

async function countNotified(): Promise<number> {
  await delay(500);
  const { rows } = await postgres.pool.query<{ count: number }>(
    'SELECT count(*)::int FROM cash_rate_notices',
  );
  return rows[0]?.count ?? 0;
}
