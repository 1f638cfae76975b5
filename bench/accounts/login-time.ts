/**
 * Compares the time of a refused sign-in of a known user with that of an unknown user.
 *
 *     npx tsx bench/accounts/login-time.ts [pairs]
 *
 * One request at a time, the two of a pair in random order. Each pair has a new user, so that no account is locked.
 */
import { login } from 'contract/accounts/accounts.ts';
import { send } from 'server/src/commands/demo/caller.ts';
import { median } from '../median.ts';
import { report } from '../report.ts';
import { startBenchServer } from './server.ts';

const pairs = Number(process.argv[2] ?? 200);
const warmUpPairs = 20;
const goalMs = 5;

const server = await startBenchServer();
const users = await server.createUsers(pairs + warmUpPairs);
const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
try {
  for (const [index, { username }] of users.entries()) {
    const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const);
    for (const kind of order) {
      const identifier = kind === 'known' ? username : `nobody-${index}`;
      const start = performance.now();
      const { status } = await send(server.url, login, {
        body: { username_or_email: identifier, password: 'a wrong password' },
      });
      if (status !== 400) throw new Error(`The sign-in as ${identifier} was answered ${status}.`);
      if (index >= warmUpPairs) times[kind].push(performance.now() - start);
    }
  }
} finally {
  await server.stop();
}
const [known, unknown] = [median(times.known), median(times.unknown)];
console.log(`${pairs} pairs: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms`);
const difference = Math.abs(known - unknown);
report('the difference', `${difference.toFixed(2)} ms`, difference <= goalMs, `${goalMs} ms`);
