/**
 * Compares a dataset that has 1,000 vintages of 700 points with the same one that has two: its page, its CSV and what a
 * start reads. Also measures the revisions of two vintages, and the memory of a server whose publisher sends a gzip bomb.
 *
 *     npx tsx bench/datasets/vintages.ts
 */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { cashRateSlug } from 'contract/datasets/datasets.constants.ts';
import { getDataset, listRevisions } from 'contract/datasets/datasets.ts';
import { openDatasetStore } from 'server/src/modules/datasets/datasets.store.ts';
import { addReleaseVintages, readReleaseDatasets } from 'server/src/modules/datasets/release-files.ts';
import { startBenchServer } from '../accounts/server.ts';
import { startPostgres } from '../faults/postgres.ts';
import { makeServer, until } from '../faults/server.ts';
import { medianMs } from '../median.ts';
import { reportMost } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const folder = 'content/datasets';
const vintages = 1_000;
const points = 700;
const rounds = 101;
const goals = { slowdown: 1.3, revisionsMs: 20, startMs: 50, memoryMib: 30 };

await measureVintages();
await measureBomb();

async function measureVintages(): Promise<void> {
  const server = await startBenchServer();
  const { database } = server.deps;
  await addReleaseVintages(database, folder);
  const url = server.url + getDataset.url.replace(':slug', cashRateSlug);
  const readStart = () =>
    medianMs(21, async () => {
      await addReleaseVintages(database, folder);
      const store = openDatasetStore(database, readReleaseDatasets(folder));
      await store.current();
      store.close();
    });
  const insert = (from: number, to: number) =>
    database.pool.query(
      `INSERT INTO dataset_vintages (slug, known_from, sha256, origin, retrieved, first, last, points, content, added,
                                     changed, removed)
       SELECT $1, now() - ($4::int - n) * interval '1 second', encode(sha256(n::text::bytea), 'hex'), 'import',
              current_date, '1990-01-23', '2030-01-01', $5::int, jsonb_build_object('rows', NULL, 'series', (
                SELECT jsonb_agg(jsonb_build_object('date', '1990-01-23'::date + 20 * m, 'value', 1 + (n + m) % 17 / 4.0))
                FROM generate_series(0, $5::int - 1) AS m)), 0, $5::int, 0
       FROM generate_series($2::int, $3::int) AS n`,
      [cashRateSlug, from, to, vintages, points],
    );
  // Another process would notify this one within 2 seconds.
  const isServed = async (name: string) =>
    ((await (await fetch(url)).json()) as { data: { vintage: string } }).data.vintage === name;
  const serve = async () => {
    await database.pool.query("SELECT pg_notify('dataset_vintages', $1)", [cashRateSlug]);
    const [latest = ''] = await namesOf(1);
    await until(() => isServed(latest), 10_000);
  };
  const namesOf = async (count: number) =>
    (
      await database.pool.query<{ name: string }>(
        'SELECT left(sha256, 12) AS name FROM dataset_vintages WHERE slug = $1 ORDER BY known_from DESC LIMIT $2',
        [cashRateSlug, count],
      )
    ).rows.map(({ name }) => name);

  await insert(1, 1);
  await serve();
  const few = { page: await fetchMs(url), csv: await fetchMs(`${url}?format=csv`), start: await readStart() };
  await insert(2, vintages);
  await database.pool.query('ANALYZE dataset_vintages');
  await serve();
  const many = {
    page: await fetchMs(url),
    csv: await fetchMs(`${url}?format=csv`),
    start: await readStart(),
  };
  for (const what of ['page', 'csv'] as const) {
    const ratio = many[what] / few[what];
    const figures = `${many[what].toFixed(2)} against ${few[what].toFixed(2)} ms`;
    reportMost(`${what} with ${vintages} vintages, ${figures}`, ratio, goals.slowdown, 'times');
  }
  const slower = many.start - few.start;
  reportMost(`reading at the start, slower than ${few.start.toFixed(1)} ms by`, slower, goals.startMs, 'ms');
  const [after = '', , before = ''] = await namesOf(3);
  const revisions = await fetchMs(
    `${server.url}${listRevisions.url.replace(':slug', cashRateSlug)}?before=${before}&after=${after}`,
  );
  reportMost(`revisions of two vintages of ${points} points`, revisions, goals.revisionsMs, 'ms');
  await server.stop();
}

/** 256 MiB, compressed to some 260 kB. */
async function measureBomb(): Promise<void> {
  const zeros = Buffer.alloc(2 ** 20);
  const bomb = await buffer(Readable.from(Array<Buffer>(256).fill(zeros)).pipe(createGzip()));
  const publisher = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/csv', 'content-encoding': 'gzip' }).end(bomb);
  });
  await once(publisher.listen(0, '127.0.0.1'), 'listening');
  const { port } = publisher.address() as AddressInfo;
  const home = createTemporaryFolder();
  const postgres = await startPostgres(home);
  const server = await makeServer({
    DATABASE_URL: postgres.url,
    DATA_DIR: join(home, 'data'),
    DATA_REFRESH: 'on',
    DATA_URLS: `${cashRateSlug}=http://127.0.0.1:${port}/bomb.csv`,
  });
  await server.start();
  // Resets the peak resident set size (proc_pid_clear_refs(5)).
  await writeFile(`/proc/${server.pid()}/clear_refs`, '5');
  const before = await residentMib(server.pid(), 'VmRSS');
  await postgres.pool.query(
    "SELECT graphile_worker.add_job('refresh_dataset', json_build_object('slug', $1::text))",
    [cashRateSlug],
  );
  const stateOf = async () =>
    (
      await postgres.pool.query<{ state: string }>('SELECT state FROM dataset_refreshes WHERE slug = $1', [
        cashRateSlug,
      ])
    ).rows[0]?.state;
  await until(async () => (await stateOf()) === 'unreachable', 60_000, 'The refresh');
  const more = (await residentMib(server.pid(), 'VmHWM')) - before;
  reportMost('more memory during the refresh of a bomb', more, goals.memoryMib, 'MiB');
  await server.stop();
  await postgres.stop();
  publisher.close();
}

async function residentMib(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1]) / 1024;
}

function fetchMs(url: string): Promise<number> {
  return medianMs(rounds, async () => {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url}: ${response.status}`);
    await response.arrayBuffer();
  });
}
