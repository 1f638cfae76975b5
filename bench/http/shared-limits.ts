// How far several processes together run over a limit that they share, and what counting costs a request.
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { logout } from 'contract/accounts.ts';
import { rateLimits } from 'contract/limits.ts';
import { createRateLimits } from 'server/src/platform/rate-limits/rate-limits.ts';
import { addSharedCounts } from 'server/src/platform/rate-limits/shared-counts.ts';
import { openDatabase } from 'server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts';
import { median } from '../median.ts';

const { max } = rateLimits.logout;
const secondsOfLoad = 4;
const ratesPerProcess = [50, 100, 400];
const burst = 300;

const agent = new Agent({ keepAlive: true, maxSockets: 400 });
let addresses = 0;
let hasMissed = false;

const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const servers: ServerProcess[] = [];
const start = () =>
  startServerProcess({
    DATABASE_URL: postgres.url,
    DATA_DIR: dataDir,
    JWT_SECRET: 'a secret that only the bench uses',
    TRUST_PROXY: '127.0.0.0/8',
    LOG_LEVEL: 'silent',
  });
try {
  servers.push(await start(), await start());
  await measureRunOver();
  servers.push(await start());
  await measureRunOver();
  measureCounting();
  await measureRound();
} finally {
  agent.destroy();
  await Promise.all(servers.map((server) => server.kill()));
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
if (hasMissed) process.exitCode = 1;

/** Signing out without a session: the answer needs no database. */
async function measureRunOver(): Promise<void> {
  for (const rate of ratesPerProcess) {
    const address = nextAddress();
    const calls: Promise<number>[] = [];
    const begin = performance.now();
    for (let tick = 0; tick < rate * secondsOfLoad; tick++) {
      await delay(Math.max(0, begin + (tick * 1000) / rate - performance.now()));
      calls.push(...servers.map(({ url }) => statusOf(url, address)));
    }
    const over = admittedOf(await Promise.all(calls)) - max;
    hasMissed ||= over > rate;
    console.log(
      `${servers.length} processes, ${rate} requests a second at each: ${over} over the limit of ${max} (goal at most ${rate})`,
    );
  }
  const address = nextAddress();
  const calls = servers.flatMap(({ url }) => Array.from({ length: burst }, () => statusOf(url, address)));
  const over = admittedOf(await Promise.all(calls)) - max;
  console.log(
    `${servers.length} processes, ${burst} requests at once at each: ${over} over the limit of ${max}`,
  );
}

function nextAddress(): string {
  addresses++;
  return `203.0.113.${addresses}`;
}

function admittedOf(statuses: number[]): number {
  const admitted = statuses.filter((status) => status === 204).length;
  const refused = statuses.filter((status) => status === 429).length;
  if (admitted + refused !== statuses.length) throw new Error('Some answers are neither 204 nor 429.');
  return admitted;
}

function statusOf(url: string, address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-forwarded-for': address };
    const call = request(`${url}${logout.url}`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    });
    call.once('error', reject).end();
  });
}

function measureCounting(): void {
  const limits = createRateLimits({ share: async (counts) => counts, onFailure: console.error });
  const [admitting, refusing, flooded] = ['admitting', 'refusing', 'flooded'].map((name, i) =>
    limits.limiter(name, { max: i === 0 ? 1e9 : max, windowSeconds: 60 }),
  );
  console.log(`counting an admitted request: ${microseconds(1e6, () => admitting?.('203.0.113.1/32'))} µs`);
  console.log(`refusing one: ${microseconds(1e6, () => refusing?.('203.0.113.1/32'))} µs`);
  console.log(
    `counting one of a new address each, a million of them: ${microseconds(1e6, (i) => flooded?.(`${i}`))} µs`,
  );
  void limits.stop();
}

function microseconds(count: number, work: (index: number) => void): string {
  const begin = performance.now();
  for (let i = 0; i < count; i++) work(i);
  return (((performance.now() - begin) * 1000) / count).toFixed(2);
}

async function measureRound(): Promise<void> {
  const database = openDatabase(postgres.url);
  const times: number[] = [];
  const counts = Array.from({ length: 200 }, (_, i) => ({ key: `bench:${i}`, hits: 1, leftMs: 60_000 }));
  for (let i = 0; i < 100; i++) {
    const begin = performance.now();
    await addSharedCounts(database, counts);
    times.push(performance.now() - begin);
  }
  await database.close();
  console.log(`a round of 200 counts, the most there are in one: ${median(times).toFixed(1)} ms`);
}
