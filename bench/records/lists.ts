/**
 * The three lists over 1,000,000 records each of their kind (users: 100,000): each filter and sort.
 *
 *     npx tsx bench/records/lists.ts [records]
 */
import { ListIpRecordsBody, ListLogRecordsBody } from 'contract/records/records.ts';
import { ListUsersQuery } from 'contract/users/users.ts';
import { identifierKeyPrefix } from 'server/src/auth/credentials/login-guards.ts';
import { readPage } from 'server/src/domain/lists/lists.ts';
import { ipRecordList } from 'server/src/modules/records/ip-records.list.ts';
import { logRecordList } from 'server/src/modules/records/log-records.list.ts';
import { userList } from 'server/src/modules/users/users.list.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { connectPatiently } from '../patient-client.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const users = records / 10;
const rounds = 5;
/** Pages in the middle and at the end, of a first page's time. */
const pageGoal = 3;
const pageRounds = 101;
/** The longest that keeps a person's flow of thought (Nielsen, Usability Engineering, 1993, 5.5). */
const goalMs = 1_000;

const server = await startBenchServer();
const { database } = server.deps;
const { pool } = database;
const signal = new AbortController().signal;

/** Names as people have them, one of a thousand rare; a record every few seconds for 90 days. */
async function fill(): Promise<void> {
  const client = await connectPatiently(pool);
  await client.query(
    `INSERT INTO users (id, username, email, password_hash, email_verified_at, is_staff, is_active, is_premium_user, date_updated)
     SELECT gen_random_uuid(), (ARRAY['ann','ben','cleo','dora','emil'])[n % 5 + 1] || n, 'user' || n || '@example.org', '',
            now(), n % 1000 = 0, n % 500 <> 0, n % 20 = 0, now() - n * interval '80 seconds'
     FROM generate_series(1, $1::int) AS n`,
    [users],
  );
  await client.query('CREATE TEMP TABLE people AS SELECT row_number() OVER () AS n, id, username FROM users');
  await client.query('CREATE INDEX ON people (n)');
  await client.query(
    `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
     SELECT gen_random_uuid(), people.id, '192.0.2.' || r % 256,
            CASE WHEN r % 1000 = 0 THEN 'password_reset' WHEN r % 4 = 0 THEN 'login_failed' ELSE 'login' END,
            now() - r * interval '7 seconds'
     FROM generate_series(1, $1::int) AS r LEFT JOIN people ON people.n = r::bigint * 7919 % $2::int AND r % 50 <> 0`,
    [records, users],
  );
  await client.query(
    `INSERT INTO log_records (id, message, level, from_proxy, created_at)
     SELECT gen_random_uuid(),
            CASE WHEN r % 10000 = 0 THEN 'request crashed: TypeError: cannot read ' || md5(r::text)
                 WHEN r % 4 = 0 THEN 'Sign-in as ' || username || ' failed: wrong password.'
                 ELSE username || ' signed in.' END,
            CASE WHEN r % 10000 = 0 THEN 'ERROR' WHEN r % 4 = 0 THEN 'WARNING' ELSE 'INFO' END,
            r % 5000 = 0, now() - r * interval '7 seconds'
     FROM generate_series(1, $1::int) AS r JOIN people ON people.n = r::bigint * 7919 % $2::int + 1`,
    [records, users],
  );
  await client.query(
    `INSERT INTO login_guards (key, user_id, attempts, next_try_at)
     SELECT $1 || id, id, 9, now() + interval '1 day' FROM people WHERE n % 1000 = 1`,
    [identifierKeyPrefix],
  );
  await client.end();
}

const lastDay = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();

const logs = (filter: object) => async () =>
  (await readPage(database, signal, logRecordList, ListLogRecordsBody.parse(filter))).totalLog;
const ips = (filter: object) => async () =>
  (await readPage(database, signal, ipRecordList, ListIpRecordsBody.parse(filter))).totalIp;
const people = (filter: object) => async () =>
  (await readPage(database, signal, userList, ListUsersQuery.parse(filter))).totalUser;

/** Each resolves to the total. */
const cases: [string, () => Promise<number>][] = [
  ['logs, latest', logs({})],
  ['logs, the last page', logs({ page: 1e9 })],
  ['logs, a page in the middle', logs({ page: records / 20 })],
  ['logs, a-z', logs({ sort: 'a-z' })],
  ['logs, level ERROR', logs({ level: 'ERROR' })],
  ['logs, level WARNING (a quarter)', logs({ level: 'WARNING' })],
  ['logs, from a proxy', logs({ from_proxy: true })],
  ['logs, the last day', logs({ created_after: lastDay })],
  ['logs, message: a rare word', logs({ message: 'typeerror' })],
  ['logs, message: one name', logs({ message: 'DORA4243' })],
  ['logs, message: a quarter of all', logs({ message: 'wrong password' })],
  ['IP records, latest', ips({})],
  ['IP records, a-z', ips({ sort: 'a-z' })],
  ['IP records, z-a, the last page', ips({ sort: 'z-a', page: 1e9 })],
  ['IP records, one user', ips({ user: 'dora4243' })],
  ['IP records, a rare action, a-z', ips({ action: 'password_reset', sort: 'a-z' })],
  ['IP records, action login_failed', ips({ action: 'login_failed' })],
  ['users, latest', people({})],
  ['users, z-a, the last page', people({ sort: 'z-a', page: 1e9 })],
  ['users, part of a name', people({ username: '4243' })],
  ['users, part of an address', people({ email: 'R4243@' })],
  ['users, staff', people({ is_staff: true })],
  ['users, deactivated', people({ is_active: false })],
  ['users, locked', people({ account_status: 'locked' })],
  ['users, active', people({ account_status: 'active' })],
];

async function measure(): Promise<{ ms: number; total: number }[]> {
  const measured = [];
  for (const [, run] of cases) {
    const times: number[] = [];
    let total = 0;
    for (let round = 0; round < rounds; round += 1) {
      const start = performance.now();
      total = await run();
      times.push(performance.now() - start);
    }
    measured.push({ ms: median(times), total });
  }
  return measured;
}

/** Returns the statements that create them again. */
async function dropIndexes(): Promise<string[]> {
  const { rows } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid IN ('users'::regclass, 'ip_records'::regclass, 'log_records'::regclass) AND NOT indisunique`,
  );
  for (const { name } of rows) await pool.query(`DROP INDEX ${name}`);
  return rows.map(({ definition }) => definition);
}

async function maintain(statements: string[]): Promise<void> {
  const client = await connectPatiently(pool);
  for (const statement of statements) await client.query(statement);
  await client.end();
}

async function millisecondsOf(run: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await run();
  return performance.now() - start;
}

/** The page's time as a multiple of an unfiltered first page's, medians of neighbouring calls. */
async function measureRatios(): Promise<number> {
  const pages: [string, () => Promise<unknown>][] = [
    ['level WARNING, first page', logs({ level: 'WARNING' })],
    ['a page in the middle', logs({ page: records / 20 })],
    ['the last page', logs({ page: 1e9 })],
    ['level WARNING, a page in the middle', logs({ level: 'WARNING', page: records / 80 })],
    ['level WARNING, the last page', logs({ level: 'WARNING', page: 1e9 })],
  ];
  const first = logs({});
  const ratios = [];
  for (const [name, run] of pages) {
    for (let round = 0; round < pageRounds; round += 1) await run();
    const times = [];
    for (let round = 0; round < pageRounds; round += 1) {
      times.push({ first: await millisecondsOf(first), other: await millisecondsOf(run) });
    }
    const ratio = median(times.map((pair) => pair.other / pair.first));
    ratios.push(ratio);
    const ms = [median(times.map((pair) => pair.other)), median(times.map((pair) => pair.first))];
    console.log(
      `logs, ${name}: ${ms.map((figure) => figure.toFixed(1)).join(' against ')} ms, ${ratio.toFixed(1)} times (goal ${pageGoal})`,
    );
  }
  return Math.max(...ratios);
}

const vacuum = ['users', 'ip_records', 'log_records'].map((table) => `VACUUM ANALYZE ${table}`);

// Filled without indexes, which is faster.
const indexes = await dropIndexes();
await fill();
await maintain([...indexes, ...vacuum]);
const figures = await measure();
const largestRatio = await measureRatios();

console.log(`${'list'.padEnd(36)}${'matches'.padStart(9)}${'ms'.padStart(8)}`);
for (const [index, [name]] of cases.entries()) {
  const { ms = NaN, total = NaN } = figures[index] ?? {};
  console.log(`${name.padEnd(36)}${String(total).padStart(9)}${ms.toFixed(1).padStart(8)}`);
}
const { rows: sizes } = await pool.query<{ table: string; heap: string; indexes: string }>(
  `SELECT relname AS table, pg_size_pretty(pg_relation_size(oid)) AS heap, pg_size_pretty(pg_indexes_size(oid)) AS indexes
   FROM pg_class WHERE relname IN ('ip_records', 'log_records') ORDER BY 1`,
);
for (const { table, heap, indexes: size } of sizes) console.log(`${table}: ${heap}, indexes ${size}`);
await server.stop();
const slowest = Math.max(...figures.map(({ ms }) => ms));
console.log(`slowest ${slowest.toFixed(0)} ms, goal ${goalMs} ms`);
process.exitCode = slowest <= goalMs && largestRatio <= pageGoal ? 0 : 1;
