import type { Pool } from 'pg';
import { connectPatiently } from '../patient-client.ts';

const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
/** The client of the crowd's sign-ins. It is that of the measured sign-ins, so these come from a known network. */
export const familiarHeaders = { 'user-agent': userAgent };

/** Creates verified users who have signed in before. For users that a search finds, see `friends/names.ts`. */
export async function createCrowd(pool: Pool, count: number, passwordHash: string): Promise<void> {
  await insertInBulk(pool, [
    withoutSuffixes,
    `INSERT INTO users (id, username, email, email_verified_at, password_hash, last_login)
     SELECT gen_random_uuid(), 'crowd-' || n, n || '@crowd.example', now(), '${passwordHash}', now()
     FROM generate_series(1, ${count}) AS n`,
    withSuffixes,
  ]);
  await createRecords(pool);
}

/** For each user an IP record, a log record, an audit event, a sign-in from this machine, a session and a device. */
export async function createRecords(pool: Pool): Promise<void> {
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
  const source = `(SELECT id, username, n, now() - n * interval '7 seconds' AS at
                   FROM (SELECT *, row_number() OVER () AS n FROM users) AS numbered ORDER BY n DESC) AS crowd`;
  await insertInBulk(
    pool,
    inserts.map((insert) => `INSERT INTO ${insert} FROM ${source}`),
  );
}

/** These statements disable and enable the trigger that writes the parts of each username for the search. */
export const withoutSuffixes = 'ALTER TABLE users DISABLE TRIGGER users_index_suffixes';
export const withSuffixes = 'ALTER TABLE users ENABLE TRIGGER users_index_suffixes';

/** Creates the indexes after the rows, which is faster. */
export async function insertInBulk(pool: Pool, statements: string[]): Promise<void> {
  const tables = statements.flatMap((statement) => /^\s*INSERT INTO (\w+)/.exec(statement)?.[1] ?? []);
  const client = await connectPatiently(pool);
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition
     FROM pg_index WHERE indrelid = ANY ($1::regclass[]) AND NOT indisunique`,
    [tables],
  );
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
  for (const statement of statements) await client.query(statement);
  for (const { definition } of indexes) await client.query(definition);
  for (const table of [...tables, 'list_totals']) await client.query(`VACUUM (ANALYZE) ${table}`);
  await client.end();
}
