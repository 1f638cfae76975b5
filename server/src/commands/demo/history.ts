import type { PoolClient } from 'pg';
import { summarizeFailures } from '#audit/audit.queries.ts';
import type { Database } from '#platform/database/database.ts';
import {
  insertGuessedIpRecords,
  insertGuessedLogRecords,
  insertGuessFailures,
  insertSignIns,
  insertSuccess,
  type RecordTable,
  selectIndexes,
} from './history.queries.ts';
import { crowd } from './people.ts';

/** Limits the duration of each statement. */
const guessesPerStatement = 20_000;
/** How long ago the attack ended. */
const pauseMs = 6 * 3_600_000;

/** The sign-ins of everybody, and an attack with as many guesses, each with an IP record and a log record. */
export async function insertHistory(database: Database, guesses: number): Promise<void> {
  await insertSignIns(database);
  const end = new Date(Date.now() - pauseMs);
  const parts = Array.from({ length: Math.ceil(guesses / guessesPerStatement) }, (_, part) => {
    const from = part * guessesPerStatement + 1;
    return { end, from, to: Math.min(from + guessesPerStatement - 1, guesses), guesses };
  });
  await Promise.all([
    withoutIndexes(database, 'ip_records', async (client) => {
      for (const part of parts) await insertGuessedIpRecords(client, part);
    }),
    withoutIndexes(database, 'log_records', async (client) => {
      for (const part of parts) await insertGuessedLogRecords(client, part);
    }),
  ]);
  for (const part of parts) {
    await insertGuessFailures(database, part);
    await summarizeFailures(database);
  }
  await insertSuccess(database, crowd[0]);
}

/** Builds the indexes after the work, which takes a third of the time of adding every row to each of them. */
async function withoutIndexes(
  { pool }: Database,
  table: RecordTable,
  work: (client: PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let isDone = false;
  try {
    await client.query('BEGIN');
    const indexes = await selectIndexes(client, table);
    for (const { name } of indexes) await client.query(`DROP INDEX ${name}`);
    await work(client);
    for (const { definition } of indexes) await client.query(definition);
    await client.query('COMMIT');
    isDone = true;
  } finally {
    client.release(!isDone);
  }
}
