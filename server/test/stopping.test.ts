import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from './database.ts';
import { useFolder } from './folder.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

/** For a process on a machine that has other tests to run. */
const patience = { timeout: 30_000, interval: 50 };

const database = useTestDatabase();
const dataDir = useFolder();
let server: ServerProcess;
afterEach(() => server.kill());

async function start(drainSeconds: number): Promise<void> {
  server = await startServerProcess({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    DRAIN_SECONDS: String(drainSeconds),
  });
}

const connectTo = (onConnect?: () => void) =>
  connect(Number(new URL(server.url).port), '127.0.0.1', onConnect);
const ask = (path: string) => fetch(`${server.url}/api/${path}`);
const readiness = () => ask('readyz').then((answer) => answer.status);
const isListening = () =>
  new Promise<boolean>((resolve) => {
    const socket = connectTo(() => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** Signals once more, as someone who does not want to wait for the drain. */
async function hurry(): Promise<boolean> {
  server.signal('SIGINT');
  return isListening();
}

/** A request that the server has, but for the end of its body, which comes with `finish`. */
async function beginLoan() {
  const body = JSON.stringify({
    total_loan_amount: 1000,
    duration_months: 12,
    annual_interest_rate: 6,
    compounding_frequency: 'monthly',
  });
  const socket = connectTo();
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  socket.write(
    'POST /api/v1/finance/calculate-principal/ HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      `content-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
  );
  await expect.poll(() => answer, patience).toContain('100 Continue');
  const closed = once(socket, 'close');
  return {
    finish: async () => {
      socket.write(body);
      await closed;
      return answer;
    },
  };
}

describe('a server that is told to end', { timeout: 180_000 }, () => {
  it('is not ready at once but serves on, until a signal that comes a second later', async () => {
    await start(60);
    expect(await readiness()).toBe(200);
    // As npm passes on what the terminal has sent to all: that is no second wish.
    for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) server.signal(signal);
    await expect.poll(readiness, patience).toBe(503);
    const answer = await ask('readyz');
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await answer.json()).toEqual({ status: 'unavailable', checks: { listening: 'failed' } });
    const healthy = await ask('healthz');
    expect(healthy.status).toBe(200);
    expect(healthy.headers.get('connection')).toBe('close');

    const loan = await beginLoan();
    await expect.poll(hurry, patience).toBe(false);
    expect(await loan.finish()).toContain('HTTP/1.1 200');
    expect(await server.ended).toBe(0);
    expect(server.output()).not.toContain('"level"');
  });

  it('serves until its drain is over, and ends with the answers that are under way', async () => {
    await start(1);
    const loan = await beginLoan();
    const at = performance.now();
    for (const signal of ['SIGTERM', 'SIGTERM'] as const) server.signal(signal);
    await expect.poll(isListening, patience).toBe(false);
    expect(performance.now() - at).toBeGreaterThan(1_000);
    expect(await loan.finish()).toContain('HTTP/1.1 200');
    expect(await server.ended).toBe(0);
  });
});
