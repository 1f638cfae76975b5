/**
 * One address asks for the worst computations, 20 a second; how long another one's health check and loan take meanwhile,
 * against a quiet server. On an embedded PostgreSQL, with the limits that people have.
 *
 *     npx tsx bench/faults/computation-load.ts [seconds]
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeServer, percentile, report } from './server.ts';

const seconds = Number(process.argv[2] ?? 30);
const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const server = await makeServer({
  DATA_DIR: dataDir,
  RATE_LIMIT_SCALE: '1',
  TRUST_PROXY: '127.0.0.1/32',
});
await server.start();

const scenario = {
  total_loan_amount: 500_000_000,
  duration_months: 600,
  annual_interest_rate: 29.9,
  compounding_frequency: 'monthly',
  payment_frequency: 'weekly',
};
const worst = [
  ['solve', { solve_for: 'extra_payment', scenario, target_periods: 2_599 }],
  ['stress', { scenario, added_rates: [1, 2, 3, 4, 10] }],
  ['scenario', scenario],
] as const;
const loan = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6.19,
  compounding_frequency: 'monthly',
};

const post = (path: string, body: object, address: string) =>
  fetch(`${server.url}/api/v1/finance/${path}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

async function timed(send: () => Promise<Response>): Promise<number> {
  const begin = performance.now();
  await (await send()).arrayBuffer();
  return performance.now() - begin;
}

/** The 95th percentiles of another address, 20 pairs a second. */
async function measure(): Promise<{ health: number; loan: number }> {
  const health: number[] = [];
  const loans: number[] = [];
  for (let n = 0; n < seconds * 20; n += 1) {
    health.push(await timed(() => fetch(`${server.url}/api/healthz`)));
    loans.push(await timed(() => post('calculate-principal', loan, '203.0.113.2')));
    await delay(50);
  }
  return { health: percentile(health, 0.95), loan: percentile(loans, 0.95) };
}

async function ask(path: string, body: object, statuses: number[]): Promise<void> {
  const answer = await post(path, body, '203.0.113.1');
  statuses.push(answer.status);
  await answer.arrayBuffer();
}

try {
  await measure();
  for (const [path, body] of worst) {
    const quiet = await measure();
    const statuses: number[] = [];
    const timer = setInterval(() => void ask(path, body, statuses), 50);
    const loaded = await measure();
    clearInterval(timer);
    const served = statuses.filter((status) => status === 200).length;
    for (const name of ['health', 'loan'] as const) {
      const [before, meanwhile] = [quiet[name].toFixed(1), loaded[name].toFixed(1)];
      report(
        `${path}, ${served} of ${statuses.length} served: p95 of another's ${name} ${before} ms quiet, ${meanwhile} ms meanwhile`,
        Number((loaded[name] / quiet[name]).toFixed(2)),
        loaded[name] <= 2 * quiet[name],
        'at most 2 times',
      );
    }
  }
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true });
}
