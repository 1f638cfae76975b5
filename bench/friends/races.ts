/**
 * Races between two people, looked at afterwards in the database: opposite requests, accepting against rejecting,
 * accepting twice, deleting against accepting.
 *
 *     npx tsx bench/friends/races.ts [races of each kind]
 */
import { startBenchServer } from '../accounts/server.ts';
import { call, createPerson } from './people.ts';

const races = Number(process.argv[2] ?? 1_000);

const server = await startBenchServer();
const { pool } = server.deps.database;
let [ada, bo] = [await createPerson(server), await createPerson(server)];

const send = (from: typeof ada, to: typeof ada) =>
  call(server, from, 'POST', `send_friend_request/${to.id}/`);
/** Ada's to Bo. */
const sent = async () => (await send(ada, bo)).body.request?.id ?? 'none';
const respond = (id: string, action: string) =>
  call(server, bo, 'POST', `respond_friend_request/${id}/`, { action });
const withdraw = (id: string) => call(server, ada, 'DELETE', `delete_friend_request/${id}/`);

/** Who won, and what is left: the requests' states and the number of friendships. */
interface Outcome {
  responses: number[];
  requests: string;
  friendships: number;
}

const kinds: Record<
  string,
  { run: () => Promise<{ status: number }[]>; isRight: (outcome: Outcome) => boolean }
> = {
  'opposite requests': {
    run: () => Promise.all([send(ada, bo), send(bo, ada)]),
    isRight: ({ responses, requests, friendships }) =>
      responses.toSorted((a, b) => a - b).join() === '200,201' &&
      requests === 'accepted' &&
      friendships === 1,
  },
  'accepting against rejecting': {
    run: async () => {
      const id = await sent();
      return Promise.all([respond(id, 'accept'), respond(id, 'reject')]);
    },
    isRight: ({ responses: [accept, reject], requests, friendships }) =>
      (accept === 200 && reject === 409 && requests === 'accepted' && friendships === 1) ||
      (accept === 409 && reject === 200 && requests === 'rejected' && friendships === 0),
  },
  'accepting twice': {
    run: async () => {
      const id = await sent();
      return Promise.all([respond(id, 'accept'), respond(id, 'accept')]);
    },
    isRight: ({ responses, requests, friendships }) =>
      responses.toSorted((a, b) => a - b).join() === '200,409' &&
      requests === 'accepted' &&
      friendships === 1,
  },
  'deleting against accepting': {
    run: async () => {
      const id = await sent();
      return Promise.all([withdraw(id), respond(id, 'accept')]);
    },
    isRight: ({ responses: [withdrawn, accept], requests, friendships }) =>
      withdrawn === 200 && requests === '' && friendships === { 200: 1, 404: 0 }[String(accept)],
  },
};

let violations = 0;
for (const [name, { run, isRight }] of Object.entries(kinds)) {
  // An access token lives 5 minutes.
  [ada, bo] = [await createPerson(server), await createPerson(server)];
  const wins: Record<string, number> = {};
  let wrong = 0;
  for (let race = 0; race < races; race++) {
    await pool.query('DELETE FROM friendships');
    await pool.query('DELETE FROM friend_requests');
    const responses = (await run()).map(({ status }) => status);
    const { rows } = await pool.query<{ requests: string; friendships: number }>(
      `SELECT (SELECT coalesce(string_agg(status, ','), '') FROM friend_requests) AS requests,
              (SELECT count(*)::int FROM friendships) AS friendships`,
    );
    wins[String(responses)] = (wins[String(responses)] ?? 0) + 1;
    if (!rows[0] || !isRight({ responses, ...rows[0] })) wrong++;
  }
  violations += wrong;
  console.log(`${name}: ${wrong} violations in ${races} races (goal 0); responses ${JSON.stringify(wins)}`);
}

await server.stop();
process.exitCode = violations === 0 ? 0 : 1;
