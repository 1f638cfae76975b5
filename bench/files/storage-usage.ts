/**
 * What the database takes for one look at the storage usage, of a user with 100,000 of 1,000,000 records.
 *
 *     npx tsx bench/files/storage-usage.ts [records]
 */
import { countStorage } from 'server/src/modules/files/files.queries.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const share = 0.1;
const batch = 20_000;
const rounds = 50;
const goalRatio = 1.5;

const server = await startBenchServer();
try {
  const [user, ...others] = await server.createUsers(10);
  if (!user) throw new Error('No user.');
  const { pool } = server.deps.database;
  for (const { id } of others) await addRecords(id, Math.floor((records * (1 - share)) / others.length));
  await addRecords(user.id, records * share);

  // Once vacuumed, as autovacuum does: then counting needs the index alone.
  await pool.query('VACUUM ANALYZE ip_records');
  const { text, values } = countStorage.statement(user.id);
  const plain = { text: 'SELECT count(*) FROM ip_records WHERE user_id = $1', values: [user.id] };
  const [usage] = await countStorage(server.deps.database, user.id);
  const times: number[] = [];
  const plainTimes: number[] = [];
  for (let round = 0; round < rounds; round++) {
    times.push(await explainedMs(text, values));
    plainTimes.push(await explainedMs(plain.text, plain.values));
  }
  const ratio = median(times) / median(plainTimes);
  console.log(
    `${usage?.ip_records} records of ${records}: median ${median(times).toFixed(2)} ms; ` +
      `the index-only count alone ${median(plainTimes).toFixed(2)} ms, ratio ${ratio.toFixed(2)} (goal ${goalRatio})`,
  );
  process.exitCode = usage?.ip_records === records * share && ratio <= goalRatio ? 0 : 1;
} finally {
  await server.stop();
}

async function addRecords(userId: string, count: number): Promise<void> {
  // Each below the statement timeout.
  for (let left = count; left > 0; left -= batch) {
    await server.deps.database.pool.query(
      `INSERT INTO ip_records (id, user_id, ip_address, action)
       SELECT gen_random_uuid(), $1, '192.0.2.1', 'login' FROM generate_series(1, $2::int)`,
      [userId, Math.min(batch, left)],
    );
  }
}

async function explainedMs(text: string, values: unknown[]): Promise<number> {
  const { rows } = await server.deps.database.pool.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
    `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${text}`,
    values,
  );
  return rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN;
}
