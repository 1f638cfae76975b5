/**
 * What a sign-in costs that has to tell whether its device is known, against one from a known device: from a device, a
 * network or a user agent that the account knows nothing of, and of accounts with many sign-ins.
 *
 *     npx tsx bench/accounts/new-device.ts [rounds] [sign-ins of each account]
 *
 * One request at a time, the kinds of a round in random order. The hash, which costs each kind the same, is left out.
 */
import { login } from 'contract/accounts/accounts.ts';
import { median } from '../median.ts';
import { connectPatiently } from '../patient-client.ts';
import { password, post, startBenchServer } from './server.ts';

const rounds = Number(process.argv[2] ?? 300);
const history = Number(process.argv[3] ?? 1_000);
const warmUpRounds = 20;
const goalMs = 5;

const server = await startBenchServer();
const { database, hashing } = server.deps;
const users = await server.createUsers(rounds + warmUpRounds);
const known = { 'user-agent': 'Known/1.0', 'x-forwarded-for': '198.51.100.7' };
const elsewhere = { 'user-agent': 'Other/1.0', 'x-forwarded-for': '203.0.113.9' };

interface SignedIn {
  ms: number;
  device: string;
}

async function signIn(username: string, headers: Record<string, string>): Promise<SignedIn> {
  const start = performance.now();
  const response = await post(server.url + login.url, { username_or_email: username, password }, headers);
  const { device } = (await response.json()) as { device: string };
  const ms = performance.now() - start;
  if (response.status !== 200) throw new Error(`A sign-in was answered ${response.status}.`);
  return { ms, device };
}

hashing.verify = async () => true;
const client = await connectPatiently(database.pool);
await client.query(
  `INSERT INTO sign_ins (id, user_id, ip_address, address_group, user_agent, result, created_at)
   SELECT gen_random_uuid(), users.id, '192.0.2.1', '192.0.2.0/24', 'Old/' || n, 'success', now() - n * interval '1 hour'
   FROM users, generate_series(1, $1::int) AS n`,
  [history],
);
await client.query('VACUUM ANALYZE sign_ins');
await client.end();

const kinds = ['a known device', 'a new device, known browser', 'a new device, all unknown'] as const;
const times = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
for (const [round, { username }] of users.entries()) {
  const { device } = await signIn(username, known);
  const headers = {
    'a known device': { ...known, 'x-device-token': device },
    'a new device, known browser': known,
    'a new device, all unknown': elsewhere,
  };
  for (const kind of kinds.toSorted(() => Math.random() - 0.5)) {
    const { ms } = await signIn(username, headers[kind]);
    if (round >= warmUpRounds) times.get(kind)?.push(ms);
  }
}
await server.stop();

const medians = kinds.map((kind) => median(times.get(kind) ?? []));
const [base = Number.NaN] = medians;
for (const [index, kind] of kinds.entries()) {
  const ms = medians[index] ?? Number.NaN;
  console.log(`${kind.padEnd(28)} ${ms.toFixed(2)} ms, ${(ms - base).toFixed(2)} more`);
}
console.log(
  `medians of ${rounds} sign-ins each, ${history} earlier ones of each account; goal at most ${goalMs} ms more`,
);
process.exitCode = medians.every((ms) => ms - base <= goalMs) ? 0 : 1;
