import { summarizeFailures } from '#audit/audit.queries.ts';
import type { Database } from '#platform/database/database.ts';
import { insertGuesses, insertSignIns, insertSuccess, ageAccounts, insertFlags } from './history.queries.ts';
import { crowd } from './people.ts';

/** How long ago the attack ended. */
const pauseMs = 6 * 3_600_000;

/** The sign-ins of everybody, whom they reported, and an attack with as many guesses, each with an IP record and a log record. */
export async function insertHistory(database: Database, guesses: number): Promise<void> {
  await insertSignIns(database);
  await insertGuesses(database, { end: new Date(Date.now() - pauseMs), guesses });
  await summarizeFailures(database);
  await insertSuccess(database, crowd[0]);
  await ageAccounts(database);
  await insertFlags(database);
}
