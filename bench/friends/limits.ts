/**
 * 200 parallel friend requests of a user who has storage for 100: how many succeed. And how long a request takes.
 *
 *     npx tsx bench/friends/limits.ts
 */
import { storageLimits } from 'contract/files/files.constants.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { call, createPerson } from './people.ts';

const room = 100;

const server = await startBenchServer();
const { pool } = server.deps.database;
const hopeful = await createPerson(server);
const others = await server.createUsers(storageLimits.records + room);
await pool.query(
  `INSERT INTO friend_requests (id, from_user_id, to_user_id, status, answered_at)
   SELECT gen_random_uuid(), $1, id, 'rejected', now() FROM unnest($2::uuid[]) AS id`,
  [hopeful.id, others.slice(2 * room).map(({ id }) => id)],
);

const start = performance.now();
const responses = await Promise.all(
  others.slice(0, 2 * room).map(({ id }) => call(server, hopeful, 'POST', `send_friend_request/${id}/`)),
);
const ms = performance.now() - start;
const outcomes: Record<string, number> = {};
for (const { status, body } of responses) {
  const outcome = body.code ?? String(status);
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
}
const sent = await server.deps.database.prisma.friendRequest.count({ where: { from_user_id: hopeful.id } });
console.log(
  `${2 * room} at once in ${ms.toFixed(0)} ms: ${JSON.stringify(outcomes)}, ${sent} records in the end`,
);

const patient = await createPerson(server);
const times: number[] = [];
for (const { id } of others.slice(0, room)) {
  const before = performance.now();
  await call(server, patient, 'POST', `send_friend_request/${id}/`);
  times.push(performance.now() - before);
}
console.log(`one after the other: median ${median(times).toFixed(1)} ms`);
await server.stop();
process.exitCode = outcomes['201'] === room && sent === storageLimits.records ? 0 : 1;
