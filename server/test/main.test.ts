import { listDatasets } from 'contract/datasets/datasets.ts';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, useTestDatabase } from './database.ts';
import { useFolder } from './folder.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';
import { startUnresponsiveProxy } from './unresponsive-proxy.ts';

const database = useTestDatabase();
const dataDir = useFolder();

async function start(variables: Record<string, string> = {}): Promise<ServerProcess> {
  const process = await startServerProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir, ...variables });
  onTestFinished(() => process.kill());
  return process;
}
let server: ServerProcess;
const unreachable = 'postgresql://me:hunter2@127.0.0.1:1/things';

describe('a server that starts', { timeout: 180_000 }, () => {
  it('warns of settings that suit one machine only, and that it takes its connections for pooled ones', async () => {
    const proxy = await startUnresponsiveProxy(database.url);
    onTestFinished(proxy.begin);
    server = await start({ DATABASE_URL: proxy.url });
    await expect.poll(server.output).toContain('does not deliver notifications');
    await expect
      .poll(() => server.output().match(/"msg":"[^"]*only this machine has[^"]*"/g))
      .toEqual([
        `"msg":"JWT_SECRET, SMTP_URL and S3_ENDPOINT are unset: only this machine has the secret, the emails and ` +
          `the stored images, in ${dataDir}. Set what is unset before a second machine uses the same database."`,
      ]);
  });

  it.each([
    ['the pooler', () => ({ DATABASE_URL: unreachable, DATABASE_DIRECT_URL: database.url })],
    ['the way past it', () => ({ DATABASE_URL: database.url, DATABASE_DIRECT_URL: unreachable })],
  ])(
    'refuses to start in one line that names both variables if %s cannot be reached',
    async (_name, urls) => {
      await expect(start(urls())).rejects.toThrow(
        /^Declassified can't start: The database 127\.0\.0\.1:1\/things \(DATABASE_URL, or DATABASE_DIRECT_URL if it is set\) cannot be reached: .+\n$/,
      );
    },
  );

  it('refuses a port that other programs cannot know', () =>
    expect(start({ PORT: '0' })).rejects.toThrow(
      "Declassified can't start: PORT must be a port number from 1 to 65535.\n",
    ));

  it('has the datasets of its release, prints the heads of the audit trail at every LOG_LEVEL, and ends after a fault of native code, so that its supervisor can react', async () => {
    server = await start({ LOG_LEVEL: 'silent' });
    const body = {
      username: 'ada',
      email: 'ada@example.org',
      password: 'correct horse',
      confirm_password: 'correct horse',
    };
    const registered = await fetch(`${server.url}/api/user/register/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(registered.status).toBe(201);
    await expect.poll(server.output).toMatch(/"audit_head":"\d+:[0-9a-f]{64}:[0-9a-f]{64}"/);
    const { data } = (await (await fetch(server.url + listDatasets.url)).json()) as { data: object[] };
    expect(data).not.toEqual([]);
    server.signal('SIGSEGV');
    // It ends by the signal, without an exit code.
    expect(await server.ended).toBeNull();
  });

  it('refuses to start in one line if the job queue cannot be created', async () => {
    const other = await createTestDatabase();
    onTestFinished(other.close);
    await other.pool.query(`
      DROP SCHEMA graphile_worker CASCADE; CREATE SCHEMA graphile_worker;
      CREATE TABLE graphile_worker.migrations (n int); INSERT INTO graphile_worker.migrations VALUES (1)`);
    await expect(start({ DATABASE_URL: other.url })).rejects.toThrow(
      /^Declassified can't start: The database \S+ \(DATABASE_URL, or DATABASE_DIRECT_URL if it is set\) does not accept the job queue: .+\n$/,
    );
  });
});

/** Long enough for a process on a machine that runs other tests, too. */
const patience = { timeout: 30_000, interval: 50 };

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

/** Sends a second signal, like an operator who does not wait for the drain. */
async function hurry(): Promise<boolean> {
  server.signal('SIGINT');
  return isListening();
}

/** A request in progress. The server has everything except the end of its body, which `finish` sends. */
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

describe('a server that receives a signal', { timeout: 180_000 }, () => {
  it('is not ready at once but continues to serve until a second signal', async () => {
    server = await start({ DRAIN_SECONDS: '60' });
    expect(await readiness()).toBe(200);
    // npm forwards a signal that the terminal has sent to all processes. It does not count as the second signal.
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
    // The warnings of the start about data that only this machine has. Heads of the audit trail are printed at every level.
    const lines = server
      .output()
      .split('\n')
      .filter((line) => !line.includes('"audit_head"'));
    expect(lines.join('\n').match(/"level":"\w+"/g)).toEqual(['"level":"warn"']);
  });

  it('serves until the drain ends, and completes the responses in progress', async () => {
    server = await start({ DRAIN_SECONDS: '1' });
    const loan = await beginLoan();
    const at = performance.now();
    for (const signal of ['SIGTERM', 'SIGTERM'] as const) server.signal(signal);
    await expect.poll(isListening, patience).toBe(false);
    expect(performance.now() - at).toBeGreaterThan(1_000);
    expect(await loan.finish()).toContain('HTTP/1.1 200');
    expect(await server.ended).toBe(0);
  });
});
