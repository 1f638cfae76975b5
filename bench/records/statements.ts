/**
 * Lists all prepared statements that requests run, with the plan that PostgreSQL chooses: one plan for all values (generic)
 * or a new plan for each execution (custom). Measures PostgreSQL's CPU time with this plan and with the generic plan. The
 * requests are those of the fuzzer, at 100,000 users with a record of every kind.
 *
 *     npx tsx bench/records/statements.ts [users] [requests]
 */
import { readFileSync } from 'node:fs';
import { ListIpRecordsBody, ListLogRecordsBody } from 'contract/records/records.ts';
import { ListUsersQuery } from 'contract/users/users.ts';
import type { PoolClient } from 'pg';
import { readPage } from 'server/src/domain/lists/lists.ts';
import { ipRecordList, logRecordList } from 'server/src/modules/records/records.list.ts';
import { userList } from 'server/src/modules/users/users.list.ts';
import { fuzz } from 'server/test/fuzz/run.ts';
import { createCrowd } from '../accounts/crowd.ts';
import { startBenchServer } from '../accounts/server.ts';
import { median } from '../median.ts';
import { reportNone } from '../report.ts';

const [users = 100_000, count = 6_000] = process.argv.slice(2).map(Number);
const runs = 15;
/** The maximum cost of a custom plan: this ratio to the generic one, plus these milliseconds. */
const most = { ratio: 1.5, ms: 0.1 };

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const server = await startBenchServer();
const { database, keys } = server.deps;
const { pool } = database;
await createCrowd(pool, users, 'none');
const statements = new Map<string, Statement>();
const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
const recording = (...args: unknown[]) => {
  const [statement] = args as [Partial<Statement>];
  if (statement.name !== undefined) statements.set(statement.name, statement as Statement);
  return query(...args);
};
Object.assign(pool, { query: recording });
const { signal } = new AbortController();
await readPage(database, signal, userList, ListUsersQuery.parse({}));
await readPage(database, signal, ipRecordList, ListIpRecordsBody.parse({}));
await readPage(database, signal, logRecordList, ListLogRecordsBody.parse({}));
await fuzz({ url: server.url, database, keys }, { count, seed: 20261124 });
Object.assign(pool, { query });

const rows = [];
for (const statement of statements.values()) {
  const chosen = await measure(statement, 'auto');
  const generic = await measure(statement, 'force_generic_plan');
  if (chosen && generic) rows.push({ name: statement.name, chosen, generic });
}
await server.stop();
console.log('| Statement | Plan | CPU, ms | with the generic plan |\n| --- | --- | ---: | ---: |');
for (const { name, chosen, generic } of rows.toSorted((a, b) => b.chosen.ms - a.chosen.ms)) {
  console.log(`| \`${name}\` | ${chosen.plan} | ${chosen.ms.toFixed(2)} | ${generic.ms.toFixed(2)} |`);
}
const wasteful = rows.filter(
  ({ chosen, generic }) => chosen.plan === 'custom' && chosen.ms > generic.ms * most.ratio + most.ms,
);
reportNone(`of ${rows.length} statements, planned each time at a loss`, wasteful.length);

/** Runs the statement in a new session, in transactions that are rolled back. Undefined if PostgreSQL refuses its values. */
async function measure(
  statement: Statement,
  mode: string,
): Promise<{ plan: string; ms: number } | undefined> {
  const client = await pool.connect();
  try {
    await client.query(`SET plan_cache_mode = ${mode}`);
    const { rows: found } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const times: number[] = [];
    for (let run = 0; run < runs; run++) times.push(await cpuMs(client, found[0]?.pid ?? 0, statement));
    const { rows: plans } = await client.query<{ plan: string }>(
      `SELECT CASE WHEN generic_plans > 0 THEN 'generic' ELSE 'custom' END AS plan
       FROM pg_prepared_statements WHERE name = $1`,
      [statement.name],
    );
    // PostgreSQL always makes custom plans for the first five executions.
    return { plan: plans[0]?.plan ?? '', ms: median(times.slice(6)) };
  } catch {
    return undefined;
  } finally {
    client.release(true);
  }
}

async function cpuMs(client: PoolClient, pid: number, statement: Statement): Promise<number> {
  const nanoseconds = () => Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
  await client.query('BEGIN');
  const before = nanoseconds();
  await client.query(statement);
  const after = nanoseconds();
  await client.query('ROLLBACK');
  return (after - before) / 1e6;
}
