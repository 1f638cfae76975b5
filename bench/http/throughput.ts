// The whole app, every hook on, against the same work on bare Fastify: requests a second, in turns, medians.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { findFreePort } from '../../server/test/free-port.ts';
import { median } from '../median.ts';
import { scenarioBody } from './scenario-body.ts';

const rounds = 5;
const secondsPerRound = 4;
const connections = 20;

interface Server {
  url: string;
  child: ChildProcess;
}

interface Load {
  name: string;
  goal: number;
  ours: autocannon.Options;
  peer: autocannon.Options;
}

const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const [ours, peer] = await Promise.all([
  startServer(['server/dist/main.js'], { DATA_DIR: dataDir, RATE_LIMIT_SCALE: '1000000' }),
  startServer(['--import', 'tsx', 'bench/http/bare-server.ts'], {}),
]);

const loads: Load[] = [
  ...[360, 600].map((months) => loan(months)),
  compressedLoan(),
  scenario(),
  {
    name: 'empty open route',
    goal: 0.35,
    ours: { url: `${ours.url}/api/healthz` },
    peer: { url: `${peer.url}/empty` },
  },
];

console.log(`${connections} connections, ${rounds} rounds of ${secondsPerRound} s each in turns, medians`);
try {
  for (const load of loads) {
    const rates: { ours: number[]; peer: number[] } = { ours: [], peer: [] };
    for (let round = 0; round < rounds; round++) {
      rates.peer.push(await requestsPerSecond(load.peer));
      rates.ours.push(await requestsPerSecond(load.ours));
    }
    const [own, bare] = [median(rates.ours), median(rates.peer)];
    console.log(
      `${load.name}: ${own.toFixed(0)} req/s, peer ${bare.toFixed(0)} req/s, ratio ${(own / bare).toFixed(2)} (goal ${load.goal})`,
    );
    if (own / bare < load.goal) process.exitCode = 1;
  }
} finally {
  for (const { child } of [ours, peer]) child.kill('SIGTERM');
  await Promise.all([ours, peer].map(({ child }) => new Promise((resolve) => child.once('exit', resolve))));
  await rm(dataDir, { recursive: true, force: true });
}

function loan(months: number): Load {
  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      total_loan_amount: 500_000,
      duration_months: months,
      annual_interest_rate: 6,
      compounding_frequency: 'monthly',
    }),
  };
  return {
    name: `loan of ${months} rows`,
    goal: 0.8,
    ours: { ...request, url: `${ours.url}/api/v1/finance/calculate-principal/` },
    peer: { ...request, url: `${peer.url}/loan` },
  };
}

/** Against our own engine without hooks and checks. */
function scenario(): Load {
  const request = {
    method: 'POST' as const,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(scenarioBody),
  };
  return {
    name: 'scenario with all options',
    goal: 0.6,
    ours: { ...request, url: `${ours.url}/api/v1/finance/scenario/` },
    peer: { ...request, url: `${peer.url}/scenario` },
  };
}

/** As browsers ask for it, against the same uncompressed. */
function compressedLoan(): Load {
  const { ours: plain } = loan(360);
  return {
    name: 'loan of 360 rows, compressed, of the same uncompressed',
    goal: 0.5,
    ours: { ...plain, headers: { ...plain.headers, 'accept-encoding': 'br, gzip' } },
    peer: plain,
  };
}

async function requestsPerSecond(options: autocannon.Options): Promise<number> {
  const result = await autocannon({ ...options, connections, duration: secondsPerRound });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${options.url} failed ${result.non2xx + result.errors} times`);
  return result.requests.average;
}

/** Logging stays on; its lines go to /dev/null, so that reading them is no load on the generator. */
async function startServer(args: string[], environment: NodeJS.ProcessEnv): Promise<Server> {
  const port = await findFreePort();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${args.join(' ')} ended.`);
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return { url, child };
    await delay(100);
  }
}
