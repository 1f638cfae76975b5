/**
 * Compares the time of the user search in the database, among 1,000,000 users and for texts of 1 to 20 characters, with the
 * same search without an index.
 *
 *     npx tsx bench/friends/search.ts [users] [texts per length]
 */
import type { PoolClient } from 'pg';
import { selectUsersByName } from 'server/src/modules/friends/friends.queries.ts';
import { v7 as uuidv7 } from 'uuid';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { report, reportMost } from '../report.ts';
import { createNamedUsers } from './names.ts';

const users = Number(process.argv[2] ?? 1_000_000);
const textsPerLength = Number(process.argv[3] ?? 30);
const longest = 20;
const goals = { medianMs: 3, unindexedRatio: 50 };

/** Texts in nearly every name or in none, and the special characters of patterns. */
const hardTexts = 'u us ser er- ter user user- user-9 er-99999 00 000 zzz % _ a%e'.split(' ');

const caller = uuidv7();
const statementOf = (text: string) => selectUsersByName.statement(caller, text);

const server = await startBenchServer();
const { pool } = server.deps.database;
try {
  await createNamedUsers(pool, users);
  const client = await pool.connect();
  await run(client).finally(() => client.release());
} finally {
  await server.stop();
}

async function run(client: PoolClient): Promise<void> {
  const indexed: number[] = [];
  const unindexed: number[] = [];
  for (let length = 1; length <= longest; length++) {
    const texts = await textsOf(client, length);
    const times: number[] = [];
    for (const text of texts) times.push(await explainedMs(client, text));
    indexed.push(...times);
    const [first = ''] = texts;
    const plain = await searchWithoutIndex(client, first);
    unindexed.push(plain.ms);
    console.log(
      `${String(length).padStart(2)} characters: median ${median(times).toFixed(2)} ms, ` +
        `longest ${Math.max(...times).toFixed(2)} ms, without an index ${plain.ms.toFixed(0)} ms`,
    );
  }
  for (const text of hardTexts) {
    const ms = await explainedMs(client, text);
    const plain = await searchWithoutIndex(client, text);
    console.log(
      `${text.padEnd(13)} ${ms.toFixed(2)} ms for ${plain.names.length} names, ` +
        `without an index ${plain.ms.toFixed(0)} ms`,
    );
  }
  const ratio = median(unindexed) / median(indexed);
  reportMost('median', median(indexed), goals.medianMs, 'ms');
  report(
    'as fast as without an index',
    ratio.toFixed(0),
    ratio >= goals.unindexedRatio,
    `${goals.unindexedRatio} times`,
  );
}

/** Texts that people type: the beginnings of some names, and parts from the middle of others. */
async function textsOf(client: PoolClient, length: number): Promise<string[]> {
  const { rows } = await client.query<{ text: string }>(
    `SELECT substr(name, CASE WHEN row_number() OVER () % 2 = 0 THEN 1 ELSE 1 + (length(name) - $1::int) / 2 END, $1::int) AS text
     FROM (SELECT lower(username) AS name FROM users WHERE length(username) >= $1::int ORDER BY md5(email || $1::text) LIMIT $2)
       AS chosen`,
    [length, textsPerLength],
  );
  return rows.map(({ text }) => text);
}

interface Explained {
  'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }];
}

/** The time of planning and execution in milliseconds: the median of 5 runs, because frequent texts are in the cache. */
async function explainedMs(client: PoolClient, text: string): Promise<number> {
  const times: number[] = [];
  for (let time = 0; time < 5; time++) {
    const { rows } = await client.query<Explained>(
      `EXPLAIN (ANALYZE, TIMING OFF, FORMAT JSON) ${statementOf(text).text}`,
      statementOf(text).values,
    );
    const plan = rows[0]?.['QUERY PLAN'][0];
    if (plan) times.push(plan['Planning Time'] + plan['Execution Time']);
  }
  return median(times);
}

async function searchWithoutIndex(
  client: PoolClient,
  text: string,
): Promise<{ ms: number; names: string[] }> {
  await client.query(
    'SET enable_indexscan = off; SET enable_indexonlyscan = off; SET enable_bitmapscan = off',
  );
  const start = performance.now();
  const { rows } = await client.query<{ username: string }>(
    `SELECT id, username, user_image
     FROM (SELECT *, lower(username COLLATE "C") AS name, position($1 IN lower(username)) AS found FROM users) AS named
     WHERE is_active AND email_verified_at IS NOT NULL AND (found = 1 OR found > 1 AND length($1) >= 3)
     ORDER BY found > 1, length(name), substr(name, found), name LIMIT 20`,
    [text],
  );
  const ms = performance.now() - start;
  await client.query('RESET enable_indexscan; RESET enable_indexonlyscan; RESET enable_bitmapscan');
  return { ms, names: rows.map(({ username }) => username) };
}
