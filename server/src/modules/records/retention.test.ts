import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createUser } from '#test/factories.ts';
import { foldTotals } from './records.queries.ts';
import { deleteOldRecords } from './records.service.ts';

const test = useTestApp();

it('deletes the records that are older than the setting, in batches, and no others', async () => {
  const { pool } = test.database;
  const { id } = await createUser(test);
  for (const [age, count] of [
    ['90 days 1 minute', 2_500],
    ['89 days 23 hours', 3],
  ]) {
    await pool.query(
      `INSERT INTO log_records (id, message, level, from_proxy, created_at)
       SELECT gen_random_uuid(), 'm', 'INFO', false, now() - $1::interval FROM generate_series(1, $2::int)`,
      [age, count],
    );
    await pool.query(
      `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
       SELECT gen_random_uuid(), CASE n % 2 WHEN 0 THEN $3::uuid END, '192.0.2.1', 'login', now() - $1::interval
       FROM generate_series(1, $2::int) AS n`,
      [age, count, id],
    );
  }
  await deleteOldRecords(test.dependencies);
  const { rows } = await pool.query(
    `SELECT (SELECT count(*)::int FROM log_records) AS logs, (SELECT count(*)::int FROM ip_records) AS ips`,
  );
  expect(rows).toEqual([{ logs: 3, ips: 3 }]);
});

it('the totals of each level and day match the records, also with parallel writes, deletions and clean-ups', async () => {
  const { pool } = test.database;
  const insertLogs = (round: number) =>
    pool.query(
      `INSERT INTO log_records (id, message, level, from_proxy, created_at)
       SELECT gen_random_uuid(), 'day ' || $1, (ARRAY['INFO', 'WARNING', 'ERROR'])[n % 3 + 1], false,
              now() - n * $1::int * interval '7 hours'
       FROM generate_series(1, 40) AS n`,
      [round],
    );
  const deleteLogs = () =>
    pool.query(`DELETE FROM log_records WHERE id IN (SELECT id FROM log_records ORDER BY random() LIMIT 9)`);
  const operations = [];
  for (let round = 1; round <= 12; round += 1) {
    operations.push(insertLogs(round), deleteLogs());
    if (round % 4 === 0) {
      operations.push(foldTotals(test.database));
      operations.push(deleteOldRecords(test.dependencies));
    }
  }
  await Promise.all(operations);
  await foldTotals(test.database);
  const { rows } = await pool.query(
    `SELECT category, day, rows FROM list_totals WHERE list = 'log_records'
     EXCEPT SELECT level, (created_at AT TIME ZONE 'UTC')::date, count(*) FROM log_records GROUP BY 1, 2`,
  );
  expect(rows).toEqual([]);
  const { rows: sums } = await pool.query(
    `SELECT sum(rows)::int AS rows, (SELECT count(*)::int FROM log_records) AS counted, count(*) > 20 AS many
     FROM list_totals WHERE list = 'log_records'`,
  );
  expect(sums).toEqual([{ rows: sums[0].counted, counted: sums[0].counted, many: true }]);
});
