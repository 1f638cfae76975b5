import { summarizeFailures } from '#audit/audit.queries.ts';
import type { Database } from '#platform/database/database.ts';
import {
  insertGuessedIpRecords,
  insertGuessedLogRecords,
  insertGuessFailures,
  insertSignIns,
  insertSuccess,
} from './history.queries.ts';
import { ageAccounts, insertFlags } from './flags.queries.ts';
import { crowd } from './people.ts';

/** Limits the duration of each statement. */
const guessesPerStatement = 20_000;
/** How long ago the attack ended. */
const pauseMs = 6 * 3_600_000;

/** The sign-ins of everybody, whom they reported, and an attack with as many guesses, each with an IP record and a log record. */
export async function insertHistory(database: Database, guesses: number): Promise<void> {
  await insertSignIns(database);
  const end = new Date(Date.now() - pauseMs);
  const parts = Array.from({ length: Math.ceil(guesses / guessesPerStatement) }, (_, part) => {
    const from = part * guessesPerStatement + 1;
    return { end, from, to: Math.min(from + guessesPerStatement - 1, guesses), guesses };
  });
  for (const part of parts) {
    await insertGuessedIpRecords(database, part);
    await insertGuessedLogRecords(database, part);
    await insertGuessFailures(database, part);
    await summarizeFailures(database);
  }
  await insertSuccess(database, crowd[0]);
  await ageAccounts(database);
  await insertFlags(database);
}
