/**
 * Requests a second of signing in, and of a request that is signed in, each against its peer under the same load.
 *
 *     npx tsx bench/accounts/throughput.ts
 *
 * The two of a pair take turns; each figure is the median over the rounds, each ratio that of the neighbours.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import autocannon from 'autocannon';
import { median } from '../median.ts';
import { password, post } from './server.ts';

const rounds = 7;
const secondsPerRound = 4;

const child = fork('bench/accounts/throughput-server.ts', { execArgv: ['--import', 'tsx'] });
const [ready] = (await once(child, 'message')) as [
  { url: string; bareUrl: string; users: { id: string; username: string }[] },
];
const { url, bareUrl, users } = ready;
const [first] = users;
if (!first) throw new Error('There is no user.');
const signIn = await post(`${url}/api/user/login/`, { username_or_email: first.username, password });
const { access } = (await signIn.json()) as { access: string };

interface Pair {
  name: string;
  goal: number;
  connections: number;
  ours: Partial<autocannon.Options> & { url: string };
  peer: Partial<autocannon.Options> & { url: string };
}

const json = { method: 'POST', headers: { 'content-type': 'application/json' } } as const;
const signedIn = { url: `${url}/api/bench/signed-in/`, headers: { authorization: `Bearer ${access}` } };
const logins = users.map(({ username }) => ({
  path: '/api/user/login/',
  body: JSON.stringify({ username_or_email: username, password }),
}));

const pairs: Pair[] = [
  {
    name: 'login, against a bare route that verifies the same hash',
    goal: 0.8,
    connections: 8,
    ours: { ...json, url, requests: logins },
    peer: { ...json, url: `${bareUrl}/verify`, body: JSON.stringify({ password }) },
  },
  {
    name: 'login, all to one account, against the same',
    goal: 0.8,
    connections: 8,
    ours: { ...json, url, requests: logins.slice(0, 1) },
    peer: { ...json, url: `${bareUrl}/verify`, body: JSON.stringify({ password }) },
  },
  {
    name: 'signed-in request, against an empty open route',
    goal: 0.4,
    connections: 20,
    ours: signedIn,
    peer: { url: `${url}/api/bench/open/` },
  },
  {
    name: 'signed-in request, against an open route with one read',
    goal: 0.7,
    connections: 20,
    ours: signedIn,
    peer: { url: `${url}/api/bench/open-with-read/?id=${first.id}` },
  },
];

try {
  for (const { name, goal, connections, ours, peer } of pairs) {
    const load = (options: typeof ours) => requestsPerSecond({ ...options, connections });
    for (const warmUp of [ours, peer]) await load(warmUp);
    const own: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      theirs.push(await load(peer));
      own.push(await load(ours));
    }
    const ratio = median(own.map((rate, round) => rate / (theirs[round] ?? Number.NaN)));
    console.log(
      `${name}: ${median(own).toFixed(0)} against ${median(theirs).toFixed(0)} req/s, ratio ${ratio.toFixed(2)} (goal ${goal})`,
    );
  }
} finally {
  child.send('stop');
  await once(child, 'exit');
}

async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ ...options, duration: secondsPerRound });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url} failed ${result.non2xx + result.errors} times.`);
  return result.requests.average;
}
