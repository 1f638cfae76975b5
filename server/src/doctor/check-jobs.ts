import type { ProductDatabase } from './product-database.ts';
import { type Finding, ok, skipped, warning } from './finding.ts';

const longestWaitSeconds = 10 * 60;
/** The queue's pauses are e¹, e² … seconds: after so many tries a job has failed for 10 minutes. */
const triesInThatTime = 6;

interface QueueFacts {
  /** Due and not begun. */
  waiting: number;
  oldest_seconds: number;
  failing: number;
  given_up: number;
  /** Processes of the server that are connected now. */
  workers: number;
}

const queueQuery = `
  SELECT count(*) FILTER (WHERE is_waiting)::int AS waiting,
         coalesce(extract(epoch FROM max(now() - run_at) FILTER (WHERE is_waiting)), 0)::int AS oldest_seconds,
         count(*) FILTER (WHERE attempts > $1 AND attempts < max_attempts)::int AS failing,
         count(*) FILTER (WHERE attempts >= max_attempts)::int AS given_up,
         (SELECT count(*)::int FROM pg_stat_activity
          WHERE application_name = 'declassified-jobs' AND datname = current_database()) AS workers
  FROM (SELECT *, locked_at IS NULL AND run_at <= now() AND attempts < max_attempts AS is_waiting
        FROM graphile_worker.jobs) AS jobs`;

/** E-mails and clean-up wait in this queue. */
export async function checkJobs({ database: { pool } }: ProductDatabase): Promise<Finding[]> {
  const { rows: schemas } = await pool.query("SELECT WHERE to_regclass('graphile_worker.jobs') IS NOT NULL");
  if (schemas.length === 0) return [skipped('the first start makes the queue')];
  const { rows } = await pool.query<QueueFacts>(queueQuery, [triesInThatTime]);
  const [facts] = rows;
  if (!facts) return [];
  const findings: Finding[] = [];
  if (facts.waiting > 0 && facts.oldest_seconds > longestWaitSeconds) {
    const advice =
      facts.workers === 0 ? 'No server works on them: start one.' : 'Start another process, or see the log.';
    findings.push(
      warning(
        `${facts.waiting} wait, the oldest for ${Math.floor(facts.oldest_seconds / 60)} minutes. ${advice}`,
      ),
    );
  }
  if (facts.failing > 0) {
    findings.push(
      warning(
        `${facts.failing} have failed for 10 minutes and are tried again. See smtp and store, then the log.`,
      ),
    );
  }
  if (facts.given_up > 0) {
    findings.push(warning(`${facts.given_up} were given up. See last_error in graphile_worker.jobs.`));
  }
  return findings.length > 0 ? findings : [ok(`${facts.waiting} waiting`)];
}
