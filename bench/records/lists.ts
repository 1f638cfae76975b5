/**
 * Measures every filter and sort of the three lists of staff, over 1,000,000 records of each kind and 100,000 users.
 *
 *     npx tsx bench/records/lists.ts [records]
 */
import { ListIpRecordsBody, ListLogRecordsBody } from 'contract/records/records.ts';
import { ListUsersQuery } from 'contract/users/users.ts';
import { identifierKeyPrefix } from 'server/src/auth/credentials/login-guards.ts';
import { readPage } from 'server/src/domain/lists/lists.ts';
import { ipRecordList, logRecordList } from 'server/src/modules/records/records.list.ts';
import { userList } from 'server/src/modules/users/users.list.ts';
import { insertInBulk } from '../accounts/crowd.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median, medianMs } from '../median.ts';
import { reportMost } from '../report.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const users = records / 10;
const rounds = 5;
/** The maximum time of a later page, as a ratio to the first page. */
const pageGoal = 3;
const pageRounds = 101;
/** A longer wait interrupts a person's flow of thought (Nielsen, Usability Engineering, 1993, 5.5). */
const goalMs = 1_000;

const server = await startBenchServer();
const { database } = server.deps;
const { pool } = database;
const signal = new AbortController().signal;

const peopleByNumber = `(SELECT row_number() OVER () AS n, id, username FROM users) AS people`;
await insertInBulk(pool, [
  `INSERT INTO users (id, username, email, password_hash, email_verified_at, is_staff, is_active, is_premium_user, date_updated)
   SELECT gen_random_uuid(), (ARRAY['ann','ben','cleo','dora','emil'])[n % 5 + 1] || n, 'user' || n || '@example.org', '',
          now(), n % 1000 = 0, n % 500 <> 0, n % 20 = 0, now() - n * interval '80 seconds'
   FROM generate_series(1, ${users}) AS n`,
  `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
   SELECT gen_random_uuid(), people.id, '192.0.2.' || r % 256,
          CASE WHEN r % 1000 = 0 THEN 'password_reset' WHEN r % 4 = 0 THEN 'login_failed' ELSE 'login' END,
          now() - r * interval '7 seconds'
   FROM generate_series(1, ${records}) AS r
        LEFT JOIN ${peopleByNumber} ON people.n = r::bigint * 7919 % ${users} AND r % 50 <> 0`,
  `INSERT INTO log_records (id, message, level, from_proxy, created_at)
   SELECT gen_random_uuid(),
          CASE WHEN r % 10000 = 0 THEN 'request crashed: TypeError: cannot read ' || md5(r::text)
               WHEN r % 4 = 0 THEN 'Sign-in as ' || username || ' failed: wrong password.'
               ELSE username || ' signed in.' END,
          CASE WHEN r % 10000 = 0 THEN 'ERROR' WHEN r % 4 = 0 THEN 'WARNING' ELSE 'INFO' END,
          r % 5000 = 0, now() - r * interval '7 seconds'
   FROM generate_series(1, ${records}) AS r
        JOIN ${peopleByNumber} ON people.n = r::bigint * 7919 % ${users} + 1`,
  `INSERT INTO login_guards (key, user_id, attempts, next_try_at)
   SELECT '${identifierKeyPrefix}' || id, id, 9, now() + interval '1 day' FROM ${peopleByNumber} WHERE n % 1000 = 1`,
]);

const lastDay = new Date(Date.now() - 24 * 60 * 60 * 1000).toISOString();

const logs = (filter: object) => async () =>
  (await readPage(database, signal, logRecordList, ListLogRecordsBody.parse(filter))).totalLog;
const ips = (filter: object) => async () =>
  (await readPage(database, signal, ipRecordList, ListIpRecordsBody.parse(filter))).totalIp;
const people = (filter: object) => async () =>
  (await readPage(database, signal, userList, ListUsersQuery.parse(filter))).totalUser;

/** Each function resolves to the total. */
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
  ['users, part of an email address', people({ email: 'R4243@' })],
  ['users, staff', people({ is_staff: true })],
  ['users, deactivated', people({ is_active: false })],
  ['users, locked', people({ account_status: 'locked' })],
  ['users, active', people({ account_status: 'active' })],
];

console.log(`${'list'.padEnd(36)}${'matches'.padStart(9)}${'ms'.padStart(8)}`);
let slowest = 0;
for (const [name, run] of cases) {
  let total = 0;
  const ms = await medianMs(rounds, async () => {
    total = await run();
  });
  slowest = Math.max(slowest, ms);
  console.log(`${name.padEnd(36)}${String(total).padStart(9)}${ms.toFixed(1).padStart(8)}`);
}
reportMost('the slowest list', slowest, goalMs, 'ms');

const first = logs({});
const laterPages: [string, () => Promise<unknown>][] = [
  ['level WARNING, first page', logs({ level: 'WARNING' })],
  ['a page in the middle', logs({ page: records / 20 })],
  ['the last page', logs({ page: 1e9 })],
  ['level WARNING, a page in the middle', logs({ level: 'WARNING', page: records / 80 })],
  ['level WARNING, the last page', logs({ level: 'WARNING', page: 1e9 })],
];
for (const [name, run] of laterPages) {
  await medianMs(pageRounds, run);
  const ratios: number[] = [];
  for (let round = 0; round < pageRounds; round += 1) {
    const firstMs = await medianMs(1, first);
    ratios.push((await medianMs(1, run)) / firstMs);
  }
  reportMost(
    `logs, ${name}, as a ratio to the first page without a filter`,
    median(ratios),
    pageGoal,
    'times',
  );
}

const { rows: sizes } = await pool.query<{ table: string; heap: string; indexes: string }>(
  `SELECT relname AS table, pg_size_pretty(pg_relation_size(oid)) AS heap, pg_size_pretty(pg_indexes_size(oid)) AS indexes
   FROM pg_class WHERE relname IN ('ip_records', 'log_records') ORDER BY 1`,
);
for (const { table, heap, indexes } of sizes) console.log(`${table}: ${heap}, indexes ${indexes}`);
await server.stop();
