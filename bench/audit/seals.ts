/**
 * Measures the sealed audit trail: the verification of 1,000,000 events, how far the sealer falls behind 2,000 new events a
 * second, and how many events are written with the sealer and without it.
 *
 *     npx tsx bench/audit/seals.ts [events]
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sealAll, startSealer } from 'server/src/modules/audit/sealer.ts';
import { verifyAuditTrail } from 'server/src/modules/audit/verify.service.ts';
import { insertEvent } from 'server/src/audit/audit.queries.ts';
import { v7 as uuidv7 } from 'uuid';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { connectPatiently } from '../patient-client.ts';
import { report, reportMost, reportNone } from '../report.ts';

const events = Number(process.argv[2] ?? 1_000_000);
const goals = { verifySeconds: 30, eventsPerSecond: 2_000, writers: 0.9 };

const server = await startBenchServer();
const { database, keys } = server.deps;
const { pool, prisma } = database;
const sealKeys = [keys.auditSeal];

/** The number of events, with details, that a bulk action writes in one transaction. */
const insertMany = `
  WITH event AS MATERIALIZED (
    SELECT nextval('audit_events_id_seq') AS id, uuid_send(gen_random_uuid()) AS salt,
           json_build_object('username', 'user-' || n, 'fields', array['phone_number'])::text AS details
    FROM generate_series(1, $1::int) AS n
  ), inserted AS (
    INSERT INTO audit_events (id, action, actor_id, target_id, details_hash, client_hash)
    SELECT id, 'user_update', gen_random_uuid(), gen_random_uuid(), sha256(salt || convert_to(details, 'UTF8')),
           sha256(salt || convert_to('192.0.2.1' || E'\\n' || 'bench', 'UTF8'))
    FROM event
  )
  INSERT INTO audit_details (event_id, salt, details, client_salt, ip_address, user_agent)
  SELECT id, salt, details, salt, '192.0.2.1', 'bench' FROM event`;

const client = await connectPatiently(pool);
for (let left = events; left > 0; left -= 2_000) await client.query(insertMany, [Math.min(left, 2_000)]);
await client.query('VACUUM ANALYZE audit_events, audit_details');
let start = performance.now();
await sealAll({ database, keys: sealKeys });
console.log(`sealing ${events} events: ${((performance.now() - start) / 1000).toFixed(1)} s`);

start = performance.now();
const verdict = await verifyAuditTrail({ database, keys: sealKeys });
const verifySeconds = (performance.now() - start) / 1000;
reportMost(`verifying ${verdict.checked} events`, verifySeconds, goals.verifySeconds, 's');
report('the trail', verdict.intact ? 'intact' : 'faulty', verdict.intact, 'intact');

/** The number of unsealed events. */
async function unsealed(): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int FROM audit_events
     WHERE transaction_id >= (SELECT end_transaction FROM audit_seals ORDER BY id DESC LIMIT 1)`,
  );
  return rows[0]?.count ?? 0;
}

const failures: unknown[] = [];
const run = () =>
  startSealer({ database, keys: sealKeys }, { onSeal: () => {}, onFailure: (error) => failures.push(error) });

// 20 transactions of 100 events each second, for 15 seconds.
let sealer = run();
const behind: number[] = [];
for (let second = 0; second < 15; second += 1) {
  const begin = performance.now();
  for (let n = 0; n < 20; n += 1) await client.query(insertMany, [goals.eventsPerSecond / 20]);
  behind.push(await unsealed());
  await delay(Math.max(0, 1_000 - (performance.now() - begin)));
}
await sealer.stop();
const mostBehind = Math.max(...behind.slice(5));
reportMost(
  `unsealed at ${goals.eventsPerSecond} events a second`,
  mostBehind,
  2 * goals.eventsPerSecond,
  'events',
);

const records = {
  message: 'bench',
  level: 'INFO',
  ipAddress: null,
  ipRecordUserId: null,
  fromProxy: false,
} as const;
const clientInfo = { ipAddress: '192.0.2.1', userAgent: 'bench' };
const [actorId, userId] = [uuidv7(), uuidv7()];

const secondsPerTurn = 3;

/** The events a second of 4 writers, each of which writes one event at a time. */
async function write(): Promise<number> {
  const begin = performance.now();
  let written = 0;
  const writer = async () => {
    while (performance.now() < begin + secondsPerTurn * 1_000) {
      const event = { action: 'user_update', actorId, userId, details: {}, client: clientInfo };
      await insertEvent(prisma, { ...records, ...event });
      written += 1;
    }
  };
  await Promise.all(Array.from({ length: 4 }, writer));
  return (written / (performance.now() - begin)) * 1_000;
}

const turns: { alone: number; sealed: number }[] = [];
for (let round = 0; round < 9; round += 1) {
  const alone = await write();
  // The sealer must not seal the events of this turn during the next one.
  await sealAll({ database, keys: sealKeys });
  sealer = run();
  turns.push({ alone, sealed: await write() });
  await sealer.stop();
}
const share = median(turns.map(({ sealed, alone }) => sealed / alone));
const [alone, sealed] = [median(turns.map((turn) => turn.alone)), median(turns.map((turn) => turn.sealed))];
console.log(`writers: ${alone.toFixed(0)} events a second alone, ${sealed.toFixed(0)} with the sealer`);
report('their ratio', share.toFixed(2), share >= goals.writers, String(goals.writers));

await client.end();
await server.stop();
reportNone('failures of the sealer', failures.length);
