/**
 * Sends 50,000 requests of every kind to the real app and holds each answer against the app's own OpenAPI document:
 * valid bodies and damaged ones, hostile texts and numbers, broken HTTP, callers of every role.
 *
 *     npx tsx bench/faults/fuzz.ts [requests] [seed]
 *
 * The seed is printed: with it the same is sent again, but for the ids of what exists by then. What is found is made
 * smaller and printed as a command that sends it once more.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { deriveKeys } from 'server/src/auth/keys.ts';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { type Finding, fuzz, type FuzzReport } from 'server/test/fuzz/run.ts';
import { makeServer, report } from './server.ts';

const [count = 50_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const workers = 4;
const secret = 'a secret of the fuzzer, which is long enough';

const dataDir = await mkdtemp(join(tmpdir(), 'declassified-fuzz-'));
const server = await makeServer({
  DATA_DIR: dataDir,
  JWT_SECRET: secret,
  LOG_LEVEL: 'warn',
  // So that the forwarding headers that are sent are read.
  TRUST_PROXY: '127.0.0.1/32',
});
await server.start();
const database = await joinEmbeddedPostgres({ dataDir });
const pool = new Pool({ connectionString: database.url, max: 4 });
console.log(`${count} requests with the seed ${seed}`);
const start = performance.now();
const fuzzed = await fuzz(
  { url: server.url, pool, keys: deriveKeys(secret), secrets: [secret, new URL(database.url).password] },
  {
    count,
    seed,
    workers,
    onProgress: (sent) => {
      if (sent % 5_000 === 0) console.log(`${sent} after ${seconds()} s`);
    },
  },
);
console.log(`${fuzzed.sent} requests in ${seconds()} s`);
showAnswers(fuzzed);
for (const finding of fuzzed.findings) console.log(`${shown(finding)}\n`);
const aftermath = await lookAfterwards();
for (const trouble of aftermath) console.log(`${trouble}\n`);
await pool.end();
await server.stop();
await rm(dataDir, { recursive: true, force: true });

const answersOf = (status: RegExp) =>
  [...fuzzed.answers.values()].reduce(
    (sum, counts) =>
      sum + [...counts].reduce((some, [name, times]) => some + (status.test(name) ? times : 0), 0),
    0,
  );
const failures = answersOf(/^5/);
report('answers of 5xx', failures, failures === 0, '0');
report('faults found in answers', fuzzed.findings.length, fuzzed.findings.length === 0, '0');
report('faults left in the server, its log or its database', aftermath.length, aftermath.length === 0, '0');

function seconds(): string {
  return ((performance.now() - start) / 1000).toFixed(0);
}

function showAnswers({ answers }: FuzzReport): void {
  const statuses = [
    ...new Set([...answers.values()].flatMap((counts) => Array.from(counts.keys()))),
  ].toSorted();
  console.log(`\n${''.padEnd(26)}${statuses.map((status) => status.padStart(6)).join('')}`);
  const row = (name: string, countOf: (status: string) => number) =>
    console.log(
      `${name.padEnd(26)}${statuses.map((status) => String(countOf(status)).padStart(6)).join('')}`,
    );
  for (const [operation, counts] of answers) row(operation, (status) => counts.get(status) ?? 0);
  row('all', (status) => [...answers.values()].reduce((sum, counts) => sum + (counts.get(status) ?? 0), 0));
  console.log();
}

function shown({ operation, fault, command, times }: Finding): string {
  return `${operation}: ${fault.kind} (${times} times)\n${fault.message.slice(0, 600)}\n${command.slice(0, 3_000)}`;
}

/** What must hold of the app when all is over. */
async function lookAfterwards(): Promise<string[]> {
  const found: string[] = [];
  const { status } = await fetch(`${server.url}/api/readyz`);
  if (status !== 200) found.push(`The server is not ready: ${status}.`);
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line) || /^\w*Error\b/.test(line));
  found.push(...errors.slice(0, 20).map((line) => `The log says: ${line.slice(0, 1_500)}`));
  const { rows } = await pool.query<{ what: string; count: number }>(`
    SELECT 'users whose image has no row' AS what, count(*)::int FROM users
      WHERE user_image IS NOT NULL AND NOT EXISTS (SELECT FROM files WHERE key = user_image AND user_id = users.id)
    UNION ALL
    SELECT 'rows of files that are nobody''s image', count(*)::int FROM files
      WHERE NOT EXISTS (SELECT FROM users WHERE id = user_id AND user_image = key)
    UNION ALL
    SELECT 'totals of lists that are wrong', count(*)::int FROM (
      SELECT list, sum(rows) AS rows FROM list_totals GROUP BY list
    ) AS totals JOIN (
      SELECT 'users' AS list, count(*) AS rows FROM users
      UNION ALL SELECT 'ip_records', count(*) FROM ip_records
      UNION ALL SELECT 'log_records', count(*) FROM log_records
    ) AS counted USING (list) WHERE totals.rows <> counted.rows`);
  found.push(...rows.filter((row) => row.count > 0).map(({ what, count: number }) => `${number} ${what}.`));
  const { rows: files } = await pool.query<{ key: string }>('SELECT key FROM files');
  const stored = new Set(await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => []));
  const missing = files.filter(({ key }) => !stored.has(key));
  if (missing.length > 0) found.push(`${missing.length} rows of files have no file.`);
  return found;
}
