import type { Pool } from 'pg';
import { connectPatiently } from '../patient-client.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
/** Of a user in the crowd, so that a sign-in of the bench is from a familiar place. */
export const familiar = { 'user-agent': userAgent };

/**
 * Verified users, three in ten called `user-123456`, and for each an IP record, a log record, an audit event, a sign-in
 * from this machine, a session and a device. The indexes are made last, which is faster.
 */
export async function createCrowd(pool: Pool, count: number, passwordHash = 'none'): Promise<void> {
  const tables = ['users', 'ip_records', 'log_records', 'audit_events', 'sign_ins', 'sessions', 'devices'];
  const client = await connectPatiently(pool);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  await client.query('ALTER TABLE users DISABLE TRIGGER users_index_suffixes');
  await client.query(
    `INSERT INTO users (id, username, email, email_verified_at, password_hash, last_login, date_updated)
     SELECT gen_random_uuid(), CASE WHEN n % 10 < 3 THEN 'user-' ELSE (ARRAY['ann','ben','cleo','dora','viv'])[n % 5 + 1] END || n,
            n || '@crowd.example', now(), $2, now(), now() - n * interval '7 seconds'
     FROM generate_series(1, $1::int) AS n`,
    [count, passwordHash],
  );
  await client.query('ALTER TABLE users ENABLE TRIGGER users_index_suffixes');
  await client.query('CREATE TEMP TABLE crowd AS SELECT row_number() OVER () AS n, id, username FROM users');
  const inserts = [
    `ip_records (id, user_id, ip_address, action, created_at)
     SELECT gen_random_uuid(), id, '192.0.2.' || n % 256, CASE WHEN n % 4 = 0 THEN 'login_failed' ELSE 'login' END, at`,
    `log_records (id, message, level, from_proxy, created_at, user_id)
     SELECT gen_random_uuid(), username || ' signed in.', 'INFO', false, at, id`,
    `audit_events (action, actor_id, target_id, details_hash, created_at) SELECT 'login', id, id, '', at`,
    `sign_ins (id, user_id, ip_address, address_group, user_agent, result, created_at)
     SELECT gen_random_uuid(), id, '127.0.0.1', '127.0.0.0/24', '${userAgent}', 'success', at`,
    `sessions (id, user_id, refresh_token_hash, expires_at, ip_address, user_agent)
     SELECT gen_random_uuid(), id, sha256(id::text::bytea), now() + interval '7 days', '127.0.0.1', '${userAgent}'`,
    `devices (id, user_id, user_agent, last_used_at) SELECT gen_random_uuid(), id, '${userAgent}', at`,
  ];
  const source = `(SELECT *, now() - n * interval '7 seconds' AS at FROM crowd ORDER BY n DESC) AS crowd`;
  for (const insert of inserts) await client.query(`INSERT INTO ${insert} FROM ${source}`);
  for (const { definition } of indexes) await client.query(definition);
  for (const table of [...tables, 'list_totals']) await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.query('CHECKPOINT').catch(() => {});
  await client.end();
}
