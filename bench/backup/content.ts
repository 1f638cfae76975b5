/** A database as a server fills it, and the commands that copy it. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Pool } from 'pg';
import { runCommand } from 'server/test/run-command.ts';
import { createPeople, findAdmin, type Person, signIn } from '../faults/people.ts';
import { makeServer, type Server, until } from '../faults/server.ts';
import { startWriting } from '../faults/writers.ts';

const patienceMs = 120_000;
const secret = 'only this bench uses what this secret signs';

export interface Place {
  url: string;
  /** Of the images. */
  dataDir: string;
}

/** Resolves to what the command has printed; rejects with its line where it fails. */
export async function runAt(place: Place, name: string, ...args: string[]): Promise<string> {
  const variables = { DATABASE_URL: place.url, DATA_DIR: place.dataDir, JWT_SECRET: secret };
  const { code, output, errors } = await runCommand(name, args, variables);
  if (code !== 0) throw new Error(`${name} ${args.join(' ')}: ${output}${errors}`);
  return output.trim();
}

/** A server that has signed people in. */
export async function serve(place: Place, count: number) {
  const server = await makeServer({ DATABASE_URL: place.url, DATA_DIR: place.dataDir });
  await server.start();
  const pool = new Pool({ connectionString: place.url });
  const people = await createPeople(pool, count);
  const admin = await findAdmin(pool);
  for (const person of [...people, admin]) await signIn(server, person);
  return { server, pool, people, admin };
}

/** All kinds of writes through the API, until all of them are sealed. */
export async function write(server: Server, admin: Person, people: Person[], pool: Pool, count: number) {
  const { tally, acknowledged, end } = startWriting(server, admin, people);
  await until(() => acknowledged() >= count, patienceMs, `${count} writes`);
  await end();
  if (tally.wrong.length > 0) throw new Error(tally.wrong[0]);
  const isSealed = async () => {
    const { rows } = await pool.query<{ events: string }>(
      'SELECT (SELECT count(*) FROM audit_events) - (SELECT sum(events) FROM audit_seals) AS events',
    );
    return rows[0]?.events === '0';
  };
  await until(isSealed, patienceMs, 'The last seal');
  // The log records of the last requests.
  await delay(1_000);
}

export const folderOf = (folder: string, name: string): string => join(folder, `data-${name}`);
