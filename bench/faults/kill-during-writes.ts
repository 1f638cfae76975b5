/**
 * Kills the server (SIGKILL) repeatedly while clients write, and restarts it at once. The database must contain every
 * acknowledged write.
 *
 *     npx tsx bench/faults/kill-during-writes.ts [writes] [kills]
 *
 * First with a PostgreSQL that stays up. Then, with a tenth of the writes and a quarter of the kills, with the embedded one,
 * which stops and starts with the server.
 */
import { join } from 'node:path';
import { getSignedUrl } from 'contract/files/files.ts';
import { getUser } from 'contract/users/users.ts';
import { Pool } from 'pg';
import { joinEmbeddedPostgres } from 'server/src/platform/database/embedded-postgres.ts';
import { findFreePort } from 'server/test/free-port.ts';
import { startSmtpServer } from 'server/test/smtp.ts';
import { call, type Person, signInPeople } from './people.ts';
import { startPostgres } from './postgres.ts';
import { makeServer, type Server, until } from './server.ts';
import { findLosses } from './findings.ts';
import type { Tally } from './write.ts';
import { startWriting } from './writers.ts';
import { report, reportMost, reportNone } from '../report.ts';
import { percentile } from '../median.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

const [writes = 10_000, kills = 20] = process.argv.slice(2).map(Number);
const pairs = 24;
const phasePatienceMs = 20 * 60_000;
const restartGoalMs = 10_000;

const folder = createTemporaryFolder();
const smtp = await startSmtpServer();
const mail = { SMTP_URL: `smtp://127.0.0.1:${smtp.port}`, MAIL_FROM: 'no-reply@declassified.example' };

const postgres = await startPostgres(folder);
await survive('PostgreSQL stays up', { DATABASE_URL: postgres.url }, writes, kills);
await postgres.stop();
await survive('embedded PostgreSQL', {}, Math.ceil(writes / 10), Math.ceil(kills / 4));
await smtp.stop();

async function survive(
  name: string,
  variables: Record<string, string>,
  phaseWrites: number,
  phaseKills: number,
): Promise<void> {
  const dataDir = join(folder, `data-${await findFreePort()}`);
  const server = await makeServer({ ...mail, ...variables, DATA_DIR: dataDir });
  await server.start();
  const inDatabase = async <Result>(work: (pool: Pool) => Promise<Result>) => {
    const url = variables['DATABASE_URL'] ?? (await joinEmbeddedPostgres({ dataDir })).url;
    const pool = new Pool({ connectionString: url });
    return work(pool).finally(() => pool.end());
  };
  const [admin, ...people] = await inDatabase((pool) => signInPeople(server, pool, 2 * pairs));

  let up = Promise.resolve();
  const begin = performance.now();
  const writing = startWriting(server, admin, people, () => up);
  const { tally, acknowledged: done } = writing;
  const restarts: number[] = [];
  const restart = async () => {
    await server.kill();
    restarts.push(await server.start());
  };
  for (let kill = 1; kill <= phaseKills; kill++) {
    await until(() => done() >= (kill * phaseWrites) / (phaseKills + 1), phasePatienceMs, name);
    up = restart();
    await up;
  }
  await until(() => done() >= phaseWrites, phasePatienceMs, name);
  await writing.end();
  const seconds = (performance.now() - begin) / 1000;
  const lost = await inDatabase(async (pool) => [
    ...(await findLosses(pool, writing)),
    ...(await missingMails(pool, tally)),
  ]);
  lost.push(...(await missingImages(server, people.slice(0, pairs))));
  await server.stop();

  console.log(`\n${name}: ${phaseKills} kills in ${seconds.toFixed(0)} s`);
  console.log([...tally.acknowledged].map(([kind, count]) => `${count} ${kind}`).join(', '));
  console.log(
    `${tally.unanswered} without a response, ${tally.unavailable} answered with 503, ${tally.excused} refused because ` +
      `an earlier one without a response took effect; ${writing.ledger.things()} values compared`,
  );
  for (const line of [...lost, ...tally.wrong].slice(0, 20)) console.log(`  ${line}`);
  report('acknowledged writes', done(), done() >= phaseWrites, `${phaseWrites}`);
  reportNone('acknowledged writes lost', lost.length);
  reportNone('responses of 503', tally.unavailable);
  reportNone('wrong responses', tally.wrong.length);
  console.log(`median restart: ${Math.round(percentile(restarts, 0.5))} ms`);
  reportMost('longest restart', Math.max(...restarts), restartGoalMs, 'ms');
}

/**
 * Whether a registration's email was sent or is waiting. Reads the queue's tables, because its public view has no payload,
 * and its functions skip jobs that a killed process has locked.
 */
async function missingMails(pool: Pool, { registered }: Tally): Promise<string[]> {
  const { rows } = await pool.query<{ email: string }>(
    `SELECT email FROM account_links
     WHERE id::text IN (SELECT payload ->> 'link_id' FROM graphile_worker._private_jobs)`,
  );
  const covered = new Set([
    ...rows.map(({ email }) => email),
    ...smtp.received.map(({ recipients }) => recipients[0]),
  ]);
  return registered.filter((email) => !covered.has(email)).map((email) => `no email to ${email}`);
}

/** Read through the API, as a browser reads it. */
async function missingImages(server: Server, people: Person[]): Promise<string[]> {
  const missing: string[] = [];
  for (const person of people) {
    const { body } = await call(server, person, getUser, { id: person.id });
    const { user_image: key } = body as { user_image?: string | null };
    if (!key) continue;
    const signed = await call(server, person, getSignedUrl, { id: encodeURIComponent(key) });
    const { url } = signed.body as { url?: string };
    const image = url === undefined ? undefined : await fetch(url);
    const head = image && Buffer.from(await image.arrayBuffer()).toString('latin1', 8, 12);
    if (image?.status !== 200 || head !== 'WEBP') missing.push(`no image ${key}`);
  }
  return missing;
}
