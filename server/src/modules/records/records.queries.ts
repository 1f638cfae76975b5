import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow, noRow } from '#platform/database/query.ts';

/** Skips rows that another transaction is deleting, which avoids deadlocks. */
const deleteFrom = (table: string) =>
  defineQuery(
    `delete-${table}`,
    idRow,
    (ids: string[]) => Prisma.sql`
      DELETE FROM ${Prisma.raw(table)} WHERE id IN (
        SELECT id FROM ${Prisma.raw(table)} WHERE id = ANY (${ids}::uuid[]) FOR UPDATE SKIP LOCKED
      ) RETURNING id`,
  );

const deleteOldestFrom = (table: string) =>
  defineQuery(
    `delete-oldest-${table}`,
    idRow,
    (days: number, limit: number) => Prisma.sql`
      WITH removed AS (
        DELETE FROM ${Prisma.raw(table)} WHERE id IN (
          SELECT id FROM ${Prisma.raw(table)} WHERE created_at < now() - ${days} * interval '1 day'
          ORDER BY created_at, id LIMIT ${limit} FOR UPDATE SKIP LOCKED
        ) RETURNING id
      ), edge AS (
        INSERT INTO removed_records AS former (list, removed_before)
        SELECT ${table}, now() - ${days} * interval '1 day' WHERE EXISTS (SELECT FROM removed)
        ON CONFLICT (list) DO UPDATE SET removed_before = greatest(former.removed_before, excluded.removed_before)
      )
      SELECT id FROM removed`,
  );

export const deleteIpRecordRows = deleteFrom('ip_records');
export const deleteLogRecordRows = deleteFrom('log_records');
export const deleteOldestIpRecords = deleteOldestFrom('ip_records');
export const deleteOldestLogRecords = deleteOldestFrom('log_records');

/** Folds the increments of each list's total into one row. */
export const foldTotals = defineQuery(
  'fold-list-totals',
  noRow,
  () => Prisma.sql`
    WITH folded AS (
      DELETE FROM list_totals WHERE (list, category, day) IN (
        SELECT list, category, day FROM list_totals GROUP BY list, category, day HAVING count(*) > 1 OR sum(rows) = 0
      ) RETURNING list, category, day, rows
    )
    INSERT INTO list_totals (list, category, day, rows)
    SELECT list, category, day, sum(rows) FROM folded GROUP BY list, category, day HAVING sum(rows) <> 0`,
);
