/**
 * Measures the index of the pages of lists that staff read, with 1,000,000 such events of ten users each: the time of its
 * migration, its size, and the list of what staff did with the record of one user.
 *
 *     npx tsx bench/audit/list-views.ts [events]
 */
import { readFileSync } from 'node:fs';
import type { Caller } from 'server/src/auth/sessions/callers.ts';
import { listAccesses } from 'server/src/modules/audit/audit.service.ts';
import { startBenchServer } from '../accounts/server.ts';
import { medianMs } from '../median.ts';
import { connectPatiently } from '../patient-client.ts';
import { reportMost } from '../report.ts';

const events = Number(process.argv[2] ?? 1_000_000);
const users = 100_000;
const rounds = 21;
const goals = { migrationSeconds: 30, readMs: 50, bytes: 500 };
const migration = 'prisma/migrations/20261127031000_list_views/migration.sql';

const server = await startBenchServer();
const { database } = server.deps;
const client = await connectPatiently(database.pool);
const idOf = (n: string) => `md5('user' || (${n}))::uuid`;
await client.query(`
  ALTER TABLE audit_details DROP COLUMN view_key CASCADE`);
await client.query(
  `WITH event AS MATERIALIZED (
     SELECT nextval('audit_events_id_seq') AS id, n, (SELECT json_build_object('filter', json_build_object('page', n),
              'user_ids', json_agg(${idOf(`(n * 10 + u) % ${users}`)}))::text FROM generate_series(0, 9) AS u) AS details
     FROM generate_series(1, $1::int) AS n
   ), inserted AS (
     INSERT INTO audit_events (id, action, actor_id, details_hash, client_hash)
     SELECT id, 'listUsers', gen_random_uuid(), '', '' FROM event
   )
   INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent)
   SELECT id, '', details, '', '192.0.2.1', 'bench' FROM event`,
  [events],
);
const startedAt = performance.now();
await client.query(readFileSync(migration, 'utf8'));
const migrationSeconds = (performance.now() - startedAt) / 1_000;
reportMost(`the migration with ${events} events`, migrationSeconds, goals.migrationSeconds, 's');

await client.query(`UPDATE audit_details SET view_key = sha256(event_id::text::bytea)`);
for (const table of ['audit_events', 'audit_details']) await client.query(`VACUUM (FULL, ANALYZE) ${table}`);
const { rows } = await client.query<{ bytes: number }>(
  `SELECT (pg_relation_size('audit_details_user_ids_idx') + pg_relation_size('audit_details_view_key_key'))::float8 AS bytes`,
);
reportMost('both indexes, for each event', (rows[0]?.bytes ?? 0) / events, goals.bytes, 'bytes');

const { rows: ids } = await client.query<{ id: string }>(`SELECT ${idOf('7')} AS id`);
const caller = { user: { id: ids[0]?.id } } as Caller;
const read = () => listAccesses({ database }, caller, { page: 1, page_size: 10 });
const { totalAccess } = await read();
const readMs = await medianMs(rounds, read);
reportMost(`the first page of ${totalAccess} accesses to one user`, readMs, goals.readMs, 'ms');
await client.end();
await server.stop();
