/**
 * Sends 50,000 requests of every kind to the built app and checks each response with the app's OpenAPI document.
 *
 *     npx tsx bench/faults/fuzz.ts [requests] [seed]
 *
 * The seed is printed. The same seed sends the same requests, except for the ids of existing records. Fast-check shrinks a
 * failing request before it is printed.
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deriveKeys } from 'server/src/auth/keys/keys.ts';
import { openDatabase } from 'server/src/platform/database/database.ts';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { fuzz } from 'server/test/fuzz/run.ts';
import { makeServer } from './server.ts';
import { report, reportNone } from '../report.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const [count = 50_000, seed = Date.now() % 2 ** 31] = process.argv.slice(2).map(Number);
const secret = 'a secret of the fuzzer, which is long enough';
const dataDir = createTemporaryFolder();
const server = await makeServer({
  DATA_DIR: dataDir,
  JWT_SECRET: secret,
  LOG_LEVEL: 'warn',
  // So that the server reads the forwarding headers of the requests.
  TRUST_PROXY: '127.0.0.1/32',
});
await server.start();
const { url: databaseUrl } = await joinEmbeddedPostgres({ dataDir });
const database = openDatabase(databaseUrl);
console.log(`${count} requests with the seed ${seed}`);
const { sent, statuses, faults } = await fuzz(
  { url: server.url, database, keys: deriveKeys(secret), secrets: [secret, new URL(databaseUrl).password] },
  { count, seed },
);
console.log(statuses);
for (const fault of faults) console.log(`\n${fault.slice(0, 4_000)}`);
const aftermath = await findAftermath();
for (const trouble of aftermath) console.log(trouble);
await database.close();
await server.stop();
report('requests', sent, sent >= count, String(count));
reportNone('faults found in responses', faults.length);
reportNone('faults left in the server, its log or its database', aftermath.length);

/** The state that the app must have at the end. */
async function findAftermath(): Promise<string[]> {
  const { status } = await fetch(`${server.url}/api/readyz`);
  const errors = server
    .output()
    .split('\n')
    .filter((line) => /"level":"(error|fatal)"/.test(line) || /^\w*Error\b/.test(line));
  const { rows } = await database.pool.query<{ what: string; count: number }>(`
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
  const files = await database.prisma.storedFile.findMany();
  const stored = new Set(await readdir(join(dataDir, 'files'), { recursive: true }).catch(() => []));
  const missing = files.filter(({ key }) => !stored.has(key));
  return [
    ...(status === 200 ? [] : [`The server is not ready: ${status}.`]),
    ...errors.slice(0, 20).map((line) => `The log says: ${line.slice(0, 1_500)}`),
    ...rows.filter((row) => row.count > 0).map(({ what, count: number }) => `${number} ${what}.`),
    ...(missing.length > 0 ? [`${missing.length} rows of files have no file.`] : []),
  ];
}
