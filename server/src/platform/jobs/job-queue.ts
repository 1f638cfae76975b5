import type { QueryConfig, QueryResult } from 'pg';
import type { Database } from '#platform/database/database.ts';

/** The jobs of one task, in whichever process they wait or run. */
export interface TaskLoad {
  task: string;
  /** Those that could run now. */
  due: number;
  /** Those whose time has not come, after a failure too. */
  scheduled: number;
  running: number;
  /** Those among all of these that have failed before. */
  failing: number;
  /** Those that have failed too often to be tried again. */
  givenUp: number;
  /** How long the oldest due one has been so; 0 without any. */
  oldestDueSeconds: number;
}

/** The server ends the statement itself; the second limit is for one that does not answer at all. */
const timeouts = { statementMs: 2_000, answerMs: 3_000 };

/** Rejects where the database does not answer within seconds. */
export async function readJobQueue({ pool }: Database): Promise<TaskLoad[]> {
  // One message without parameters: its two statements are one transaction, on one connection of any pooler.
  const statement: QueryConfig & { query_timeout: number } = {
    query_timeout: timeouts.answerMs,
    text: `
      SET LOCAL statement_timeout = ${timeouts.statementMs};
      SELECT identifier AS task,
             count(*) FILTER (WHERE is_available AND run_at <= now())::float8 AS due,
             count(*) FILTER (WHERE is_available AND run_at > now())::float8 AS scheduled,
             count(*) FILTER (WHERE locked_at IS NOT NULL)::float8 AS running,
             count(*) FILTER (WHERE last_error IS NOT NULL AND (is_available OR locked_at IS NOT NULL))::float8
               AS failing,
             count(*) FILTER (WHERE locked_at IS NULL AND NOT is_available)::float8 AS "givenUp",
             coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_available AND run_at <= now())), 0)::float8
               AS "oldestDueSeconds"
      FROM graphile_worker._private_tasks AS tasks
      LEFT JOIN graphile_worker._private_jobs AS jobs ON jobs.task_id = tasks.id
      GROUP BY identifier`,
  };
  const results = (await pool.query(statement)) as unknown as QueryResult<TaskLoad>[];
  return results[1]?.rows ?? [];
}
