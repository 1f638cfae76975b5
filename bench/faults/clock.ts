/**
 * Apps whose clock is an hour ahead of or behind the database's, and both of them at one database: does everything
 * that has a time still work, is any stored time wrong?
 *
 *     npx tsx bench/faults/clock.ts
 *
 * The clock is shifted inside the server's process (shift-clock.mjs); PostgreSQL keeps the right time.
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  login,
  logout,
  refreshAccessToken,
  registerUser,
  requestPasswordReset,
} from 'contract/accounts/accounts.ts';
import { getSignedUrl } from 'contract/files/files.ts';
import { loginLimits } from 'contract/accounts/accounts.constants.ts';
import { sessionLimits } from 'contract/accounts/sessions.constants.ts';
import { rateLimits } from 'contract/limits.ts';
import { getUser, updateUser } from 'contract/users/users.ts';
import { schedules } from 'server/src/tasks.ts';
import sharp from 'sharp';
import { call, createPeople, type Person, send, signIn } from './people.ts';
import { type Postgres, startPostgres } from './postgres.ts';
import { makeServer, password, report, type Server, until } from './server.ts';

const hourMs = 60 * 60 * 1000;
const mailPatienceMs = 20_000;

const folder = await mkdtemp(join(tmpdir(), 'declassified-bench-'));
const postgres = await startPostgres(folder);
try {
  const ahead = await start('ahead', hourMs);
  const behind = await start('behind', -hourMs);
  for (const app of [ahead, behind]) await useAlone(app);
  await useBoth(ahead, behind);
  await lookAtTimes(postgres);
  for (const { server } of [ahead, behind]) await server.stop();
} finally {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
}

interface App {
  name: string;
  server: Server;
}

/** Each counts requests as it would for real people. */
async function start(name: string, shiftMs: number): Promise<App> {
  const server = await makeServer({
    DATA_DIR: join(folder, name),
    DATABASE_URL: postgres.url,
    RATE_LIMIT_SCALE: '1',
    NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'shift-clock.mjs')).href}`,
    CLOCK_SHIFT_MS: String(shiftMs),
  });
  await server.start();
  return { name, server };
}

async function newPerson(server: Server): Promise<Person> {
  const [person] = await createPeople(postgres.pool, 1);
  if (!person) throw new Error('No person.');
  await signIn(server, person);
  return person;
}

function expectStatus(what: string, status: number, goal: number): void {
  report(what, status, status === goal, String(goal));
}

async function useAlone({ name, server }: App): Promise<void> {
  console.log(`\nan hour ${name}`);
  const person = await newPerson(server);
  const offSeconds = Math.round(issuedAt(person.access) - Date.now() / 1000);
  report('an access token’s time is off by', `${offSeconds} s`, Math.abs(offSeconds) <= 2, 'none');
  expectStatus('a read with it', await read(server, person), 200);
  const renewed = await send(server, 'POST', refreshAccessToken.url, { body: { refresh: person.refresh } });
  expectStatus('a refresh', renewed.status, 200);
  const profile = updateUser.url.replace(':userId', person.id);
  const fresh = await call(server, person, 'PUT', profile, { email: `${person.id}@new.example` });
  expectStatus('a new address right after the sign-in', fresh.status, 200);
  await postgres.pool.query(
    `UPDATE sessions SET created_at = now() - interval '16 minutes', authenticated_at = now() - interval '16 minutes'
     WHERE user_id = $1`,
    [person.id],
  );
  const late = await call(server, person, 'PUT', profile, { email: `${person.id}@late.example` });
  expectStatus('another one 16 minutes later, without the password', late.status, 403);
  const url = await signedImage(server, person);
  expectStatus('an image at its signed address', (await fetch(url)).status, 200);
  await followMails(server);
  await beLocked(server);
  await beLimited(server);
}

/** Registers, verifies, forgets the password and signs in with the mailed one. */
async function followMails(server: Server): Promise<void> {
  const username = `mail-${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  const body = { username, email, password, confirm_password: password };
  expectStatus('a registration', (await send(server, 'POST', registerUser.url, { body })).status, 201);
  const verification = await linkTo(email, 'verify-email');
  expectStatus('its link', (await send(server, 'GET', `/api/user/${verification}/`)).status, 200);
  await send(server, 'POST', requestPasswordReset.url, { body: { email } });
  const reset = await linkTo(email, 'reset-password');
  expectStatus('a link to a new password', (await send(server, 'POST', `/api/user/${reset}/`)).status, 200);
  const temporary = await mailed(email, /^ {4}(\S+)$/m);
  const credentials = { username_or_email: email, password: temporary };
  expectStatus(
    'the mailed password',
    (await send(server, 'POST', login.url, { body: credentials })).status,
    200,
  );
}

function linkTo(email: string, page: string): Promise<string> {
  return mailed(email, new RegExp(`/(${page}/[^/\\s]+/[^/\\s]+)`));
}

/** What a pattern finds in a mail to an address, once it has come: either app may have sent it. */
async function mailed(email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined;
  const look = async () => {
    for (const name of await readdir(folder, { recursive: true })) {
      if (!/mailbox.*\.json$/.test(name)) continue;
      const mail = JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string; text: string };
      if (mail.to === email) found ??= pattern.exec(mail.text)?.[1];
    }
    return found !== undefined;
  };
  await until(look, mailPatienceMs, 'A mail');
  return found ?? '';
}

async function beLocked(server: Server): Promise<void> {
  const [person] = await createPeople(postgres.pool, 1);
  const body = { username_or_email: person?.username, password: 'wrong password' };
  const tries = loginLimits.freeTries + 1;
  const responses = [];
  for (let one = 0; one < tries; one++) responses.push(await send(server, 'POST', login.url, { body }));
  const last = responses.at(-1);
  const seconds = Number(last?.retryAfter);
  const wait = loginLimits.firstWaitSeconds;
  const isRight = last?.status === 429 && seconds > 0 && seconds <= wait;
  report(
    `try ${tries} with a wrong password`,
    `${last?.status}, again in ${seconds} s`,
    isRight,
    `429, ${wait} s`,
  );
}

async function beLimited(server: Server): Promise<void> {
  // A window is timed by the clock of the process that opens it (docs/decisions/016).
  await postgres.pool.query('DELETE FROM rate_limit_counts');
  const { max, windowSeconds } = rateLimits.invalidRefresh;
  const body = { refresh: 'x'.repeat(43) };
  const responses = [];
  for (let one = 0; one <= max; one++) {
    responses.push(await send(server, 'POST', refreshAccessToken.url, { body }));
  }
  const refused = responses.find(({ status }) => status === 429);
  const seconds = Number(refused?.retryAfter);
  const isRight = refused !== undefined && seconds > 0 && seconds <= windowSeconds;
  report(
    'above a rate limit',
    `${refused?.status}, again in ${seconds} s`,
    isRight,
    `429, at most ${windowSeconds} s`,
  );
}

async function useBoth(ahead: App, behind: App): Promise<void> {
  console.log('\nboth at one database, two hours apart');
  for (const [one, other] of [
    [ahead, behind],
    [behind, ahead],
  ] as const) {
    const person = await newPerson(one.server);
    const what = `a token of the one ${one.name}, at the other`;
    expectStatus(what, await read(other.server, person), 200);
    const { body, status } = await send(other.server, 'POST', refreshAccessToken.url, {
      body: { refresh: person.refresh },
    });
    expectStatus('a refresh there', status, 200);
    expectStatus(
      'its token, at the first',
      await read(one.server, { ...person, access: body.access ?? '' }),
      200,
    );
    const signedOut = await send(other.server, 'POST', logout.url, {
      body: { refresh_token: person.refresh },
    });
    expectStatus('a sign-out there', signedOut.status, 204);
    expectStatus('the token after that, at the first', await read(one.server, person), 401);
    const old = await newPerson(one.server);
    await postgres.pool.query('UPDATE sessions SET expires_at = now() WHERE user_id = $1', [old.id]);
    expectStatus('a session whose time is over', await read(other.server, old), 401);
  }
}

/** Of what is stored, but for what names the end of something. */
async function lookAtTimes({ pool }: Postgres): Promise<void> {
  const { rows: columns } = await pool.query<{ of: string; name: string }>(
    `SELECT table_name AS of, column_name AS name FROM information_schema.columns
     WHERE table_schema = 'public' AND data_type LIKE 'timestamp%'
       AND column_name NOT IN ('ends_at', 'expires_at', 'next_try_at', 'password_expires_at', 'read_only_until',
         'recorded_wait')`,
  );
  const stray: string[] = [];
  for (const { of, name } of columns) {
    const { rowCount } = await pool.query(
      `SELECT FROM ${of} WHERE ${name} NOT BETWEEN now() - interval '20 minutes' AND now()`,
    );
    if (rowCount) stray.push(`${of}.${name} (${rowCount})`);
  }
  console.log('');
  report(
    `stored times that are off, in ${columns.length} columns`,
    stray.join(', ') || 0,
    stray.length === 0,
    '0',
  );
  // Those of a schedule come by the clock of the app that plans them.
  const planned = ['maintain_job_queue', ...schedules.map(({ task }) => task)];
  const { rows: jobs } = await pool.query<{ task: string; minutes: number }>(
    `SELECT task_identifier AS task, round(extract(epoch FROM run_at - now()) / 60)::int AS minutes
     FROM graphile_worker.jobs
     WHERE run_at > now() + interval '1 minute' AND task_identifier <> ALL($1)`,
    [['remove_stored_file', ...planned]],
  );
  report(
    'jobs of now that wait',
    jobs.map(({ task, minutes }) => `${task} ${minutes} minutes`).join(', ') || 0,
    jobs.length === 0,
    '0',
  );
  // That of a temporary password ends with it.
  const end = `least(s.created_at + ${sessionLimits.sessionMs} * interval '1 millisecond', u.password_expires_at)`;
  const { rowCount } = await pool.query(
    `SELECT FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.expires_at <> ${end} AND s.expires_at > now() AND s.created_at > now() - interval '15 minutes'`,
  );
  report('sessions of another length', rowCount ?? 0, rowCount === 0, '0');
}

async function read(server: Server, person: Person): Promise<number> {
  const headers = { authorization: `Bearer ${person.access}` };
  return (await send(server, 'GET', getUser.url.replace(':id', person.id), { headers })).status;
}

function issuedAt(access: string): number {
  const claims = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as {
    iat: number;
  };
  return claims.iat;
}

async function signedImage(server: Server, person: Person): Promise<string> {
  const image = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#888' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('user_image', new Blob([new Uint8Array(image)]), 'image.png');
  const profile = updateUser.url.replace(':userId', person.id);
  const { body } = await call(server, person, 'PUT', profile, form);
  const path = getSignedUrl.url.replace(':filePath', body.user?.user_image ?? '');
  const response = await fetch(`${server.url}${path}`, {
    headers: { authorization: `Bearer ${person.access}` },
  });
  const { url } = (await response.json()) as { url: string };
  return url;
}
