import { type Finding, ok, skipped, warning } from './finding.ts';
import type { ProductDatabase } from './product-database.ts';

const make = 'npm run user -- create --username … --email … --superuser --verified';

export async function checkSuperuser({ database: { pool } }: ProductDatabase): Promise<Finding[]> {
  const { rows: tables } = await pool.query("SELECT WHERE to_regclass('users') IS NOT NULL");
  if (tables.length === 0) return [skipped('the first start makes one')];
  const { rows } = await pool.query<{ all: number; active: number }>(
    'SELECT count(*)::int AS all, count(*) FILTER (WHERE is_active)::int AS active FROM users WHERE is_superuser',
  );
  const { all = 0, active = 0 } = rows[0] ?? {};
  if (active > 0) return [ok(`${active} active`)];
  if (all === 0) return [warning('there is none. The next start makes one.')];
  return [warning(`none is active, so nobody can administer. Make one: ${make}`)];
}
