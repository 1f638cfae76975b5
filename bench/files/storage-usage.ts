/**
 * What the database takes for one look at the storage usage, of a user with 100,000 of 1,000,000 records.
 *
 *     npx tsx bench/files/storage-usage.ts [records]
 */
import { getStorageUsage } from 'server/src/modules/files/files.service.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const share = 0.1;
const batch = 20_000;
const rounds = 50;
const goalMs = 5;

const server = await startBenchServer();
try {
  const [user, ...others] = await server.createUsers(10);
  if (!user) throw new Error('No user.');
  const { pool } = server.deps.database;
  for (const { id } of others) await addRecords(id, Math.floor((records * (1 - share)) / others.length));
  await addRecords(user.id, records * share);
  await pool.query('ANALYZE');

  // The service's own statement, explained instead of only run.
  const times: number[] = [];
  const explaining = {
    ...server.deps.database,
    pool: Object.assign(Object.create(pool) as typeof pool, {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await pool.query<{ 'QUERY PLAN': [{ 'Execution Time': number }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        times.push(rows[0]?.['QUERY PLAN'][0]['Execution Time'] ?? Number.NaN);
        return pool.query(text, values);
      },
    }),
  };
  const caller = { user } as Parameters<typeof getStorageUsage>[1];
  let usage;
  for (let round = 0; round < rounds; round++) {
    usage = await getStorageUsage({ database: explaining }, caller);
  }
  const worst = Math.max(...times);
  console.log(
    `${usage?.total_records} records of ${records}: median ${median(times).toFixed(3)} ms, worst ${worst.toFixed(3)} ms (goal ${goalMs})`,
  );
  process.exitCode = usage?.total_records === records * share && worst <= goalMs ? 0 : 1;
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
