/**
 * The backup that a superuser asks for, of an installation with 1,000,000 records, beside traffic: how much longer the health check
 * takes, and how many other requests are refused.
 *
 *     npx tsx bench/backup/traffic.ts [records]
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createBackup, listBackups } from 'contract/backups/backups.ts';
import { operations } from 'contract/operations.ts';
import { Client } from 'pg';
import { signIn, send } from 'server/src/commands/demo/caller.ts';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { adminName, makeServer } from '../faults/server.ts';
import { percentile } from '../median.ts';
import { report } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const healthEveryMs = 20;
const requestEveryMs = 50;
const quietMs = 20_000;
const pollMs = 500;
const turns = 3;

interface Measured {
  /** Milliseconds. */
  health: number[];
  requests: number;
  refused: number;
}

const folder = createTemporaryFolder();
const dataDir = join(folder, 'data');
const server = await makeServer({ DATA_DIR: dataDir, BACKUPS: 'on' });
await server.start();
await fill();

const { call, headers } = await signIn(server.url, adminName);
let seconds = 0;
const quiet: Measured[] = [];
const during: Measured[] = [];
// In turns, because the load of the machine may change.
for (let turn = 0; turn < turns; turn++) {
  // The first backup is checked by itself.
  await waitUntilIdle();
  quiet.push(await measure(() => delay(quietMs)));
  await waitUntilIdle();
  during.push(await measure(backUp));
}
const { data, faults } = await call(listBackups);
await server.stop();

console.log(
  `${records} records, a backup of ${Math.round(data[0]!.size_bytes / 1e6)} MB in ${seconds.toFixed(1)} s, faults: ${faults.join(' ') || 'none'}`,
);
const p95 = (measured: Measured[]) =>
  percentile(
    measured.flatMap(({ health }) => health),
    0.95,
  );
const sum = (key: 'requests' | 'refused') => during.reduce((total, measured) => total + measured[key], 0);
const ratio = p95(during) / p95(quiet);
console.log(
  `95th percentile of the health check ${p95(quiet).toFixed(1)} ms, during the backup ${p95(during).toFixed(1)} ms`,
);
report(
  '95th percentile of the health check during a backup, as a ratio to quiet',
  ratio.toFixed(2),
  ratio <= 2,
  '2',
);
report(`other requests that were refused, of ${sum('requests')}`, sum('refused'), sum('refused') === 0, '0');

async function backUp(): Promise<void> {
  const begin = performance.now();
  await call(createBackup);
  await waitUntilIdle();
  seconds = (performance.now() - begin) / 1_000;
}

async function waitUntilIdle(): Promise<void> {
  while ((await call(listBackups)).running) await delay(pollMs);
}

async function fill(): Promise<void> {
  const { url } = await joinEmbeddedPostgres({ dataDir });
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(
    `INSERT INTO ip_records (id, ip_address, action)
     SELECT gen_random_uuid(), '192.0.2.' || n % 256, 'login' FROM generate_series(1, $1::int) AS n`,
    [records / 2],
  );
  await client.query(
    `INSERT INTO log_records (id, message, level, from_proxy)
     SELECT gen_random_uuid(), 'user' || n || ' signed in.', 'INFO', false FROM generate_series(1, $1::int) AS n`,
    [records / 2],
  );
  await client.query('VACUUM ANALYZE');
  await client.end();
}

/** The milliseconds of health checks during the work, beside other requests at a fixed rate. */
async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const health: number[] = [];
  const others: Promise<boolean>[] = [];
  const loan = {
    total_loan_amount: 500_000,
    duration_months: 360,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly',
  };
  const mix = [
    () => send(server.url, operations.calculatePrincipal, { headers, body: loan }),
    () => send(server.url, operations.listIpRecords, { headers, body: { page: 1 } }),
    () => send(server.url, operations.listDatasets, { headers }),
    () => send(server.url, operations.updatePreferences, { headers, body: { system: true } }),
  ];
  const stopping = new AbortController();
  const { signal } = stopping;
  const check = async () => {
    while (!signal.aborted) {
      const begin = performance.now();
      await send(server.url, operations.getHealth);
      health.push(performance.now() - begin);
      await delay(healthEveryMs);
    }
  };
  const load = async () => {
    while (!signal.aborted) {
      others.push(
        mix[others.length % mix.length]!().then(
          ({ status }) => status < 400,
          () => false,
        ),
      );
      await delay(requestEveryMs);
    }
  };
  const running = [check(), load()];
  await work();
  stopping.abort();
  await Promise.all(running);
  const results = await Promise.all(others);
  return { health, requests: results.length, refused: results.filter((isOk) => !isOk).length };
}
