import type { QueryConfig } from 'pg';
import type { Database } from '#platform/database/database.ts';

/** The jobs of one task that has any, in whichever process they wait or run. */
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

const answerTimeoutMs = 2_000;

/** Rejects where the database does not answer within seconds. */
export async function readJobQueue({ pool }: Database): Promise<TaskLoad[]> {
  const statement: QueryConfig & { query_timeout: number } = {
    query_timeout: answerTimeoutMs,
    text: `
      SELECT task_identifier AS task,
             count(*) FILTER (WHERE is_waiting AND run_at <= now())::float8 AS due,
             count(*) FILTER (WHERE is_waiting AND run_at > now())::float8 AS scheduled,
             count(*) FILTER (WHERE locked_at IS NOT NULL)::float8 AS running,
             count(*) FILTER (WHERE last_error IS NOT NULL AND (is_waiting OR locked_at IS NOT NULL))::float8 AS failing,
             count(*) FILTER (WHERE locked_at IS NULL AND NOT is_waiting)::float8 AS "givenUp",
             coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE is_waiting AND run_at <= now())), 0)::float8
               AS "oldestDueSeconds"
      FROM (SELECT *, locked_at IS NULL AND attempts < max_attempts AS is_waiting FROM graphile_worker.jobs) AS jobs
      GROUP BY task_identifier`,
  };
  return (await pool.query<TaskLoad>(statement)).rows;
}
