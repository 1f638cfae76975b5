/**
 * 1,000 registrations while the SMTP server is down for the first minute: does every mail arrive, and only once?
 *
 *     npx tsx bench/mail/delivery.ts [--kill]
 *
 * The real server runs in a process of its own, with its embedded PostgreSQL in a temporary folder. With `--kill` it
 * is killed (SIGKILL) in the middle of the delivery and started again: at most the mails that were under way at that
 * moment may come twice, with the same Message-ID.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startSmtpServer } from 'server/test/smtp.ts';

const registrations = 1_000;
const atOnce = 8;
const smtpDownMs = 60_000;
const patienceMs = 15 * 60_000;
const isKilled = process.argv.includes('--kill');
const password = 'correct horse battery';

const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const [port, smtpPort] = [await freePort(), await freePort()];
let server = await startServer();
const begin = performance.now();
const seconds = () => Math.round((performance.now() - begin) / 100) / 10;

let next = 0;
await Promise.all(Array.from({ length: atOnce }, () => registerSome()));
console.log(`${registrations} registered after ${seconds()} s, ${atOnce} at once`);
await delay(Math.max(0, smtpDownMs - (performance.now() - begin)));

const smtp = await startSmtpServer({ port: smtpPort });
const upAt = performance.now();
console.log(`the SMTP server is up after ${seconds()} s`);
if (isKilled) {
  await until(() => smtp.received.length >= registrations / 2);
  server.kill('SIGKILL');
  await once(server, 'exit');
  console.log(`killed with ${smtp.received.length} mails delivered`);
  server = await startServer();
}
await until(() => new Set(smtp.received.map(({ recipients }) => recipients[0])).size >= registrations);
const lastSeconds = Math.round((performance.now() - upAt) / 100) / 10;

const recipients = smtp.received.map(({ recipients: [recipient] }) => recipient);
const ids = smtp.received.map(({ parsed }) => parsed.messageId);
console.log(
  `${new Set(recipients).size} of ${registrations} arrived, the last ${lastSeconds} s after the server was up; ` +
    `${recipients.length - new Set(recipients).size} came twice, ${new Set(ids).size} Message-IDs`,
);
server.kill('SIGTERM');
await once(server, 'exit');
await smtp.stop();
await rm(dataDir, { recursive: true, force: true });

async function startServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'no-reply@declassified.example',
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'silent',
    },
  });
  process.on('exit', () => child.kill('SIGKILL'));
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await until(() => output.includes('Declassified is at'));
  return child;
}

async function registerSome(): Promise<void> {
  while (next < registrations) {
    const username = `bench-${next++}`;
    const body = { username, email: `${username}@example.org`, password, confirm_password: password };
    while (!(await register(body))) await delay(500);
  }
}

/** False where the server asks to come back later, as it does when no turn to hash comes in time. */
async function register(body: object): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/user/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (answer.status === 201 || answer.status === 503) return answer.status === 201;
  throw new Error(`${answer.status} ${await answer.text()}`);
}

async function until(isSo: () => boolean): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!isSo()) {
    if (performance.now() > end) throw new Error('It took too long.');
    await delay(100);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port: free } = probe.address() as AddressInfo;
  probe.close();
  return free;
}
