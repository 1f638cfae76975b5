/**
 * Measures what the tools of an investigation cost with 1,000,000 IP records, 1,000,000 log records and 5,000 active
 * blocks.
 *
 *     npx tsx bench/records/investigation.ts [records]
 */
import type { Caller } from '../../server/src/auth/sessions/callers.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import { send } from 'server/src/commands/demo/caller.ts';
import { openNetworkBlocks, pollNetworkBlocks } from 'server/src/domain/network-blocks/network-blocks.ts';
import { alertStaff } from 'server/src/modules/alerts/alerts.service.ts';
import { previewNetworkBlock } from 'server/src/modules/network-blocks/network-blocks.service.ts';
import { readConfig } from 'server/src/platform/config/config.ts';
import { insertInBulk } from '../accounts/crowd.ts';
import { startBenchServer } from '../accounts/server.ts';
import { cpuOfThisProcess } from '../measured-process.ts';
import { median, medianMs } from '../median.ts';
import { reportMost, reportNone } from '../report.ts';

const records = Number(process.argv[2] ?? 1_000_000);
const users = records / 10;
const rounds = 11;
const goals = { previewCpuMs: 300, lookUpMicros: 3, changeMs: 2_000, alertMs: 100 };

const server = await startBenchServer();
const { database } = server.deps;
const { pool } = database;

// A tenth of the records is from the network of the preview, within its 90 days.
const peopleByNumber = `(SELECT row_number() OVER () AS n, id, username FROM users) AS people`;
await insertInBulk(pool, [
  `INSERT INTO users (id, username, email, password_hash)
   SELECT gen_random_uuid(), 'person' || n, n || '@example.org', '' FROM generate_series(1, ${users}) AS n`,
  `INSERT INTO ip_records (id, user_id, ip_address, action, created_at)
   SELECT gen_random_uuid(), people.id, host('198.18.0.0'::inet + ((r % 10) * 65536 + r % 65521)),
          CASE WHEN r % 4 = 0 THEN 'login' ELSE 'login_failed' END, now() - r * interval '7 seconds'
   FROM generate_series(1, ${records}) AS r JOIN ${peopleByNumber} ON people.n = r::bigint * 7919 % ${users} + 1`,
  `INSERT INTO log_records (id, message, level, from_proxy, created_at)
   SELECT gen_random_uuid(), 'request crashed: TypeError ' || r, CASE WHEN r % 10 = 0 THEN 'ERROR' ELSE 'INFO' END,
          false, now() - r * interval '7 seconds'
   FROM generate_series(1, ${records}) AS r`,
]);

const clientInfo = { ipAddress: '127.0.0.1', userAgent: 'bench', fromProxy: false };
const caller = { user: { is_superuser: false } } as Caller;
const preview = () =>
  previewNetworkBlock(
    { ...server.deps, trustProxy: [] },
    { caller, clientInfo },
    { network: '198.18.0.0/16', days: 90 },
  );
const found = await preview();
const previews: number[] = [];
for (let round = 0; round < rounds; round++) {
  const before = cpuOfThisProcess().database;
  await preview();
  previews.push((cpuOfThisProcess().database - before) / 1_000);
}
console.log(
  `the preview counts ${found.failed_sign_ins + found.sign_ins} records of ${found.user_count} users`,
);
reportMost(
  'PostgreSQL’s CPU for the preview of a /16 over 90 days',
  median(previews),
  goals.previewCpuMs,
  'ms',
);

/** One look-up for each prefix length in use: of both kinds of IP address, the longest and shorter ones. */
await pool.query(
  `INSERT INTO network_blocks (id, network, reason, ends_at, revision)
   SELECT gen_random_uuid(), network, 'bench', now() + interval '1 day', 1 FROM (
     SELECT CASE n % 4 WHEN 0 THEN host('11.0.0.0'::inet + n)
                       WHEN 1 THEN (network(set_masklen('12.0.0.0'::inet + n * 256, 24)))::text
                       WHEN 2 THEN (network(set_masklen('13.0.0.0'::inet + n * 4096, 20)))::text
                       ELSE '2001:db8:' || to_hex(n) || '::/48' END AS network
     FROM generate_series(1, ${networkBlockLimits.active}) AS n
   ) AS blocked`,
);
const empty = { find: () => undefined };
const blocks = await openNetworkBlocks(database);
const addresses = Array.from({ length: 1_000 }, (_, n) => `203.0.${n >> 8}.${n & 255}`);
const lookUps = 1_000_000;
const microsOf = ({ find }: { find: (ipAddress: string) => unknown }) => {
  const before = process.cpuUsage().user;
  for (let n = 0; n < lookUps; n++) find(addresses[n % addresses.length] ?? '');
  return (process.cpuUsage().user - before) / lookUps;
};
const differences: number[] = [];
for (let round = 0; round < rounds; round++) differences.push(microsOf(blocks) - microsOf(empty));
reportMost('the look-up of an IP address among 5,000 blocks', median(differences), goals.lookUpMicros, 'µs');

const polling = pollNetworkBlocks(server.deps.networkBlocks);
await server.deps.networkBlocks.reload();
// The bench calls from this machine, so the proxy’s header names the address.
const headers = { 'x-forwarded-for': '198.19.0.7' };
const call = async () =>
  (await send(server.url, calculatePrincipal, { body: calculatePrincipal.bodyExample, headers })).status;
await pool.query(
  `INSERT INTO network_blocks (id, network, reason, ends_at, revision)
   VALUES (gen_random_uuid(), '198.19.0.0/24', 'bench', now() + interval '1 day', 2)`,
);
const changedAt = performance.now();
while ((await call()) !== 403) await delay(10);
reportMost('the time until another process refuses', performance.now() - changedAt, goals.changeMs, 'ms');

const query = pool.query.bind(pool);
let queries = 0;
const refused = 200;
Object.assign(pool, {
  query: (...args: Parameters<typeof query>) => {
    queries += 1;
    return query(...args);
  },
});
await polling.stop();
queries = 0;
for (let n = 0; n < refused; n++) await call();
Object.assign(pool, { query });
reportNone(`queries of ${refused} refused requests`, queries);

const { backups } = readConfig({ BACKUPS: 'off' });
const alert = () => alertStaff({ database, backups, dataDir: '/', readFreeMib: async () => 100_000 });
await pool.query(
  `INSERT INTO ip_records (id, ip_address, action)
   SELECT gen_random_uuid(), host('203.0.0.0'::inet + n * 64), 'login_failed' FROM generate_series(1, 2000) AS n`,
);
await alert();
reportMost('the job that alerts staff', await medianMs(rounds, alert), goals.alertMs, 'ms');
await server.stop();
