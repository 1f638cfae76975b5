/** Compares the database with the writes that were acknowledged to clients. */
import type { Pool } from 'pg';
import type { Ledger } from './ledger.ts';
import type { Tally } from './write.ts';

/** The acknowledged writes that the database lacks, or contains more than once. */
export async function findLosses(
  pool: Pool,
  { ledger, tally }: { ledger: Ledger; tally: Tally },
): Promise<string[]> {
  return [...ledger.differences(await readThings(pool)), ...(await missingRecords(pool, tally))];
}

/** The current value in the database of everything that a ledger may contain. */
async function readThings(pool: Pool): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ thing: string; value: string }>(
    `SELECT 'phone:' || id AS thing, phone_number AS value FROM users
     UNION ALL SELECT 'date:' || id, to_char(date_of_birth, 'YYYY-MM-DD') FROM users
     UNION ALL SELECT 'country:' || id, country_name FROM users
     UNION ALL SELECT 'image:' || id, user_image FROM users
     UNION ALL SELECT 'account:' || username, 'yes' FROM users
     UNION ALL SELECT 'block:' || blocker_id, 'yes' FROM blocks
     UNION ALL SELECT 'session:' || id, 'yes' FROM sessions WHERE revoked_at IS NULL`,
  );
  return new Map(rows.filter(({ value }) => value !== null).map(({ thing, value }) => [thing, value]));
}

/** Each save has a record, so saves that later ones have overwritten count, too. */
async function missingRecords(pool: Pool, { saves, edits }: Tally): Promise<string[]> {
  const { rows } = await pool.query<{ user_id: string; count: number }>(
    `SELECT user_id, count(*)::int FROM log_records WHERE message LIKE '%changed the profile%' GROUP BY user_id`,
  );
  const found = new Map(rows.map(({ user_id, count }) => [user_id, count]));
  const { rows: audited } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM audit_events WHERE action = 'user_update'`,
  );
  return [
    ...[...saves].map(([id, count]) => ({ kind: `saves of ${id}`, count, found: found.get(id) ?? 0 })),
    { kind: 'edits by staff', count: edits, found: audited[0]?.count ?? 0 },
  ]
    .filter(
      ({ count: { acknowledged, unanswered }, found: there }) =>
        there < acknowledged || there > acknowledged + unanswered,
    )
    .map(({ kind, count, found: there }) => `${there} records of ${JSON.stringify(count)} ${kind}`);
}
