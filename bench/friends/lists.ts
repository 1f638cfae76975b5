/**
 * `list_friend_requests` of a user with 1,000 friends and 1,000 requests, among as many relations of others.
 *
 *     npx tsx bench/friends/lists.ts [requests]
 */
import { listRelations } from 'server/src/modules/friends/relations.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { call, createPerson } from './people.ts';

const rounds = Number(process.argv[2] ?? 200);
const relations = 1_000;
const goalMs = 15;

const server = await startBenchServer();
const { pool } = server.deps.database;
const [popular, other] = [await createPerson(server), await createPerson(server)];
const people = (await server.createUsers(2 * relations)).map(({ id }) => id);
for (const { id } of [popular, other]) {
  await pool.query(
    `INSERT INTO friendships (low_user_id, high_user_id)
     SELECT least($1, friend), greatest($1, friend) FROM unnest($2::uuid[]) AS friend`,
    [id, people.slice(relations)],
  );
  const [senders, recipients] = [people.slice(0, relations / 2), people.slice(relations / 2, relations)];
  await pool.query(
    `INSERT INTO friend_requests (id, from_user_id, to_user_id)
     SELECT gen_random_uuid(), sender, $1 FROM unnest($2::uuid[]) AS sender
     UNION ALL SELECT gen_random_uuid(), $1, recipient FROM unnest($3::uuid[]) AS recipient`,
    [id, senders, recipients],
  );
}
await pool.query('ANALYZE');

/** Of the calls, in milliseconds: the middle one, and the one that a tenth of them beat, which other work slows less. */
async function timesOf(work: () => Promise<unknown>): Promise<{ median: number; fastTenth: number }> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { median: median(times), fastTenth: times[Math.floor(times.length / 10)] ?? Number.NaN };
}

const measured = {
  'the statement': await timesOf(() =>
    listRelations(server.deps.database, { user: { id: popular.id, username: 'popular' } }),
  ),
  'the whole request': await timesOf(() => call(server, popular, 'GET', 'list_friend_requests/')),
  'a request that lists nothing': await timesOf(() => call(server, popular, 'GET', 'blocks/')),
};
await server.stop();
console.log(`${relations} friends and ${relations} requests, in one statement:`);
for (const [name, { median: middle, fastTenth }] of Object.entries(measured)) {
  console.log(`${name}: median ${middle.toFixed(1)} ms, a tenth below ${fastTenth.toFixed(1)} ms`);
}
const { fastTenth } = measured['the whole request'];
console.log(`goal: ${goalMs} ms`);
process.exitCode = fastTenth <= goalMs ? 0 : 1;
