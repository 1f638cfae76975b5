/**
 * Restarts two servers on one database behind HAProxy, with the product's configuration, one right after the other. In
 * the meantime clients send 200 requests a second (a page, the health, a loan, the sessions of a user), and others write
 * without a pause: profiles, images, blocks, registrations and sign-ins. No request may fail, and every acknowledged write
 * must be in the database exactly once.
 *
 *     npx tsx bench/faults/rolling-restart.ts [rounds] [DRAIN_SECONDS]
 */
import { join } from 'node:path';
import { blockUser } from 'contract/friends/friends.ts';
import { findLosses } from './findings.ts';
import { type Action, failures, runLoad } from './open-load.ts';
import { call, signIn, signInPeople } from './people.ts';
import { startPostgres } from './postgres.ts';
import { needProgram } from './programs.ts';
import { startProxy } from './proxy.ts';
import { makeServer, type Server } from './server.ts';
import { startWriting } from './writers.ts';
import { report, reportMost, reportNone } from '../report.ts';
import { percentile } from '../median.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

needProgram('haproxy');
const [rounds = 5, drainSeconds = 3] = process.argv.slice(2).map(Number);
const perSecond = 200;
const pairs = 2;

const folder = createTemporaryFolder();
const postgres = await startPostgres(folder);
const names = ['declassified-one', 'declassified-two'];
const servers = await Promise.all(
  names.map((name) =>
    makeServer({
      DATABASE_URL: postgres.url,
      DATA_DIR: join(folder, name),
      DRAIN_SECONDS: String(drainSeconds),
      TRUST_PROXY: '127.0.0.1/32',
    }),
  ),
);
for (const server of servers) await server.start();
const proxy = await startProxy(folder, servers);
const behindProxy: Server = { ...(servers[0] as Server), url: proxy.url };
const [admin, reader, ...people] = await signInPeople(behindProxy, postgres.pool, 1 + 2 * pairs);
// The first unblocking needs a block.
for (const one of people) await call(behindProxy, one, blockUser, { id: admin.id });

const writing = startWriting(behindProxy, admin, people);
const { tally } = writing;

const times: number[] = [];
const stops: number[] = [];
const failed: string[] = [];
for (let round = 1; round <= rounds; round++) {
  // An access token is valid for five minutes.
  const { access } = await signIn(behindProxy, reader!.username);
  const load = await runLoad(proxy.url, actions(access), { perSecond, until: restartAll() });
  times.push(...load.times);
  failed.push(...failures(load));
  console.log(
    `round ${round}: ${load.times.length} requests, failed: ${failures(load).join(', ') || 'none'}`,
  );
}
await writing.end();
const lost = await findLosses(postgres.pool, writing);
await proxy.stop();
for (const server of servers) await server.stop();
await postgres.stop();

const retried = proxy.output().match(/"retries":\+?[1-9]/g)?.length ?? 0;
console.log(
  `${times.length} requests through ${stops.length} restarts, ${retried} of them tried at both servers`,
);
console.log(
  `from due to answered: median ${percentile(times, 0.5).toFixed(0)} ms, p99 ${percentile(times, 0.99).toFixed(0)} ms, ` +
    `longest ${Math.max(...times).toFixed(0)} ms`,
);
for (const line of [...lost, ...tally.wrong].slice(0, 20)) console.log(`  ${line}`);
const written = [...tally.acknowledged].map(([kind, count]) => `${count} ${kind}`);
console.log(`acknowledged: ${written.join(', ')}`);
report('requests that failed', failed.join(', ') || 0, failed.length === 0, '0');
const failedWrites = tally.wrong.length + tally.unanswered + tally.unavailable + tally.excused;
report(
  'writes that failed',
  `${tally.unanswered} without a response, ${tally.unavailable} × 503, ${tally.excused} done already, ` +
    `${tally.wrong.length} wrong`,
  failedWrites === 0,
  '0',
);
reportNone('acknowledged writes lost, or done twice', lost.length);
const longestStop = Math.max(...stops) / 1000;
reportMost('longest stop', longestStop, drainSeconds + 2, 's');

function actions(access: string): Action[] {
  return [
    { method: 'GET', path: '/' },
    { method: 'GET', path: '/api/healthz' },
    {
      method: 'POST',
      path: '/api/v1/finance/calculate-principal/',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        total_loan_amount: 500_000,
        duration_months: 360,
        annual_interest_rate: 6,
        compounding_frequency: 'monthly',
      }),
    },
    { method: 'GET', path: '/api/user/sessions/', headers: { authorization: `Bearer ${access}` } },
  ];
}

/** Restarts the next server as soon as the last one is ready, even if the proxy has not noticed that yet. */
async function restartAll(): Promise<void> {
  for (const server of servers) {
    const begin = performance.now();
    await server.stop();
    stops.push(performance.now() - begin);
    await server.start();
  }
}
