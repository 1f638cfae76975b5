/** Clients that write to a server and read from it while its database fails, and the results of their calls. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { registerUser } from 'contract/accounts/accounts.ts';
import type { Pool } from 'pg';
import { demoPassword } from 'server/src/commands/demo/people.ts';
import { startSmtpServer } from 'server/test/smtp.ts';
import { findLosses } from './findings.ts';
import { callAsGuest, signInPeople } from './people.ts';
import { type Observation, startProbes } from './probes.ts';
import { makeServer, until } from './server.ts';
import { startWriting } from './writers.ts';
import { report, reportMost, reportNone } from '../report.ts';
import { percentile } from '../median.ts';
import { createTemporaryFolder } from '../temporary-folder.ts';

export const patienceMs = 60_000;

/** The goal for 503s: at once if the database refuses connections, after the pool's timeout of 3 s if it is silent. */
const refusalGoalMs = 4_000;

interface Clients {
  /** Pairs of users who write. */
  pairs: number;
  readers: number;
  /** A pace of 2 reads half as often. */
  pace?: number;
}

interface FailingDatabase {
  url: string;
  pool: Pool;
  stop: () => Promise<void>;
}

export async function startOutage<Started extends FailingDatabase>(
  startDatabase: (folder: string) => Promise<Started>,
  { pairs, readers, pace }: Clients,
) {
  const folder = createTemporaryFolder();
  const smtp = await startSmtpServer();
  const database = await startDatabase(folder);
  const server = await makeServer({
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, 'data'),
    SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    MAIL_FROM: 'no-reply@declassified.example',
  });
  await server.start();
  const firstPid = server.pid();
  const [admin, ...people] = await signInPeople(server, database.pool, 2 * pairs + readers);

  let registrations = 0;
  const writing = startWriting(server, admin, people.slice(0, 2 * pairs));
  const { tally } = writing;
  const probes = startProbes(server, people.slice(2 * pairs), admin, pace);
  await probes.start();
  await delay(3_000);

  return {
    database,
    observationsSince: (begin: number) => probes.observations.filter(({ startedAt }) => startedAt >= begin),
    /** The milliseconds from `back` to a new user's email. */
    measureMail: async (back: number): Promise<number> => {
      const username = `back-${registrations++}`;
      const email = `${username}@example.org`;
      const body = { username, email, password: demoPassword, confirm_password: demoPassword };
      const register = () =>
        callAsGuest(server, registerUser, { body }).then(
          ({ status }) => status === 201,
          () => false,
        );
      const isDelivered = () => smtp.received.some(({ recipients }) => recipients.includes(email));
      await until(register, patienceMs, 'A registration').catch(console.error);
      await until(isDelivered, patienceMs, 'The email').catch(console.error);
      return isDelivered() ? performance.now() - back : Infinity;
    },
    end: async () => {
      await writing.end();
      await probes.stop();
      const lost = await findLosses(database.pool, writing);
      for (const line of [...lost, ...tally.wrong].slice(0, 20)) console.log(`  ${line}`);
      console.log(
        `\n${writing.acknowledged()} writes acknowledged, ${tally.unavailable} answered with 503, ${tally.unanswered} without a response`,
      );
      reportNone('acknowledged writes lost', lost.length);
      reportNone('wrong responses to writes', tally.wrong.length);
      reportNone('restarts of the server', Number(server.pid() !== firstPid));
      // A connection that returned to the server's pool inside a transaction would lose its next writes.
      const { rows } = await database.pool.query(
        `SELECT FROM pg_stat_activity WHERE application_name LIKE 'declassified%' AND xact_start < now() - interval '20 seconds'`,
      );
      reportNone('transactions open for 20 s', rows.length);
      await server.stop();
      await database.stop();
      await smtp.stop();
      return tally;
    },
  };
}

/** Reports the calls during a fault, and returns those that got a 503. */
export function reportCalls(name: string, observations: Observation[]): Observation[] {
  const free = observations.filter(({ isFree }) => isFree);
  const served = free.filter(({ status }) => status === 200).length;
  const wrong = observations.filter(({ isRight }) => !isRight);
  const refusals = observations.filter(
    ({ status, isFree, kind }) => status === 503 && !isFree && kind !== 'readiness',
  );
  console.log(`\n${name}: ${observations.length} calls, ${refusals.length} answered with 503`);
  for (const { kind, status, response } of wrong.slice(0, 10)) {
    console.log(`  ${kind}: ${status} ${JSON.stringify(response?.body)?.slice(0, 200)}`);
  }
  reportNone('wrong responses', wrong.length);
  report('responses that need no database', `${served} of ${free.length}`, served === free.length, 'all 200');
  reportMost('p95 of the 503s', p95Of(refusals), refusalGoalMs, 'ms');
  return refusals;
}

export const p95Of = (observations: Observation[]): number =>
  observations.length === 0
    ? 0
    : percentile(
        observations.map(({ ms }) => ms),
        0.95,
      );
