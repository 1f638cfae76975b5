/**
 * 1,000 registrations while the SMTP server is down: does every mail arrive, and only once?
 *
 *     npx tsx bench/mail/delivery.ts [--down-minutes 1] [--kill]
 *
 * The real server runs in a process of its own, with its embedded PostgreSQL in a temporary folder; the SMTP server
 * begins to listen when everybody has registered and the minutes, from the first registration on, are over. With
 * `--kill` the server is killed (SIGKILL) in the middle of the delivery and started again: at most the mails that
 * were under way at that moment may come twice, with the same Message-ID.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { findFreePort } from 'server/test/free-port.ts';
import { startSmtpServer } from 'server/test/smtp.ts';
import { makeServer, password, report, until } from '../faults/server.ts';

const { values: options } = parseArgs({
  options: { 'down-minutes': { type: 'string', default: '1' }, kill: { type: 'boolean', default: false } },
});
const registrations = 1_000;
const atOnce = 8;
const smtpDownMs = Number(options['down-minutes']) * 60_000;
const patienceMs = 30 * 60_000;
/** Of a mail: the longest pause between two tries, and what the delivery of all takes. */
const lastMailGoalSeconds = 11 * 60;
/** The server's jobs at once. */
const underWayMax = 4;

const dataDir = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const smtpPort = await findFreePort();
const server = await makeServer({
  DATA_DIR: dataDir,
  SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
  MAIL_FROM: 'no-reply@declassified.example',
});
await server.start();
const begin = performance.now();
const secondsSince = (start: number) => Math.round((performance.now() - start) / 100) / 10;

let next = 0;
await Promise.all(Array.from({ length: atOnce }, () => registerSome()));
console.log(`${registrations} registered after ${secondsSince(begin)} s, ${atOnce} at once`);
await delay(Math.max(0, smtpDownMs - (performance.now() - begin)));

const smtp = await startSmtpServer({ port: smtpPort });
const upAt = performance.now();
console.log(`the SMTP server is up after ${secondsSince(begin)} s`);
if (options.kill) {
  await until(() => smtp.received.length >= registrations / 2, patienceMs);
  await server.kill();
  console.log(`killed with ${smtp.received.length} mails delivered`);
  await server.start();
}
const arrived = () => new Set(smtp.received.map(({ recipients }) => recipients[0])).size;
const arrivals: number[] = [];
await until(() => {
  while (arrivals.length < arrived()) arrivals.push(secondsSince(upAt));
  return arrivals.length >= registrations;
}, patienceMs).catch(console.error);

const ids = new Set(smtp.received.map(({ parsed }) => parsed.messageId)).size;
const twice = smtp.received.length - arrivals.length;
const twiceMax = options.kill ? underWayMax : Math.ceil(registrations / 1_000) - 1;
const last = arrivals.at(-1) ?? Infinity;
console.log(`half of them ${arrivals[registrations / 2]} s after the SMTP server was up; ${ids} Message-IDs`);
report('mails lost', registrations - arrivals.length, arrivals.length === registrations, '0');
report('mails that came twice', twice, twice <= twiceMax, `at most ${twiceMax}`);
report(
  'last mail after the SMTP server was up',
  `${last} s`,
  last <= lastMailGoalSeconds,
  `${lastMailGoalSeconds} s`,
);
await server.stop();
await smtp.stop();
await rm(dataDir, { recursive: true, force: true });

async function registerSome(): Promise<void> {
  while (next < registrations) {
    const username = `bench-${next++}`;
    const body = { username, email: `${username}@example.org`, password, confirm_password: password };
    while (!(await register(body))) await delay(500);
  }
}

/** False where the server asks to come back later, as it does when no turn to hash comes in time. */
async function register(body: object): Promise<boolean> {
  const response = await fetch(`${server.url}/api/user/register/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (response.status === 201 || response.status === 503) return response.status === 201;
  throw new Error(`${response.status} ${await response.text()}`);
}
