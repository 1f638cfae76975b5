/**
 * How long a user's write takes while another user keeps 20 writes in flight, against a quiet server.
 *
 *     npx tsx bench/accounts/busy-user.ts [writes]
 */
import { call, createPerson, type BenchPerson } from '../friends/people.ts';
import { startBenchServer } from './server.ts';

const writes = Number(process.argv[2] ?? 100);
const inFlight = 20;
const goal = 2;

const server = await startBenchServer();
const [busy, other] = [await createPerson(server), await createPerson(server)];
const statuses = new Map<number, number>();

async function write(person: BenchPerson): Promise<number> {
  const start = performance.now();
  const { status } = await call(server, person, 'PUT', `user/update/${person.id}/`, {
    country_name: 'Norway',
  });
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  return performance.now() - start;
}

async function p95(): Promise<number> {
  const times: number[] = [];
  while (times.length < writes) times.push(await write(other));
  return times.toSorted((a, b) => a - b)[Math.floor(writes * 0.95)] ?? 0;
}

await p95();
const quiet = await p95();
const over = new AbortController();
const flood = Array.from({ length: inFlight }, async () => {
  while (!over.signal.aborted) await write(busy);
});
const crowded = await p95();
over.abort();
await Promise.all(flood);
console.log(
  `p95 of a write: quiet ${quiet.toFixed(1)} ms, beside ${inFlight} in flight ${crowded.toFixed(1)} ms, ` +
    `${(crowded / quiet).toFixed(1)} times; ${JSON.stringify([...statuses])}`,
);
await server.stop();
process.exitCode = crowded <= goal * quiet && statuses.size === 1 ? 0 : 1;
