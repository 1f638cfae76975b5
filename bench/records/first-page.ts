/**
 * Requests a second for the first page of a list without a filter, against bare Fastify with the same statement.
 *
 *     npx tsx bench/records/first-page.ts
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { median } from '../median.ts';

const rounds = 7;
const secondsPerRound = 3;
const connections = 20;
const goal = 0.7;

const child = fork('bench/records/first-page-server.ts', { execArgv: ['--import', 'tsx'] });
const [{ url, bareUrl, access }] = (await once(child, 'message')) as [
  { url: string; bareUrl: string; access: string },
];
const headers = { authorization: `Bearer ${access}` };
const logs = {
  method: 'POST',
  headers: { ...headers, 'content-type': 'application/json' },
  body: '{}',
} as const;
const pairs = {
  users: [{ url: `${url}/api/user/users`, headers }, { url: `${bareUrl}/users` }],
  'log records': [
    { ...logs, url: `${url}/api/logging/logs/` },
    { ...logs, url: `${bareUrl}/logs` },
  ],
} satisfies Record<string, autocannon.Options[]>;

for (const [name, [ours, bare]] of Object.entries(pairs)) {
  if (!ours || !bare) continue;
  for (const warmUp of [ours, bare]) await requestsPerSecond(warmUp);
  const own: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    theirs.push(await requestsPerSecond(bare));
    own.push(await requestsPerSecond(ours));
  }
  const ratio = median(own.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));
  console.log(
    `${name}: ${median(own).toFixed(0)} against ${median(theirs).toFixed(0)} req/s, ratio ${ratio.toFixed(2)} (goal ${goal})`,
  );
  if (ratio < goal) process.exitCode = 1;
}
child.send('stop');
await once(child, 'exit');

async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ ...options, connections, duration: secondsPerRound });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${options.url} failed.`);
  return result.requests.average;
}
