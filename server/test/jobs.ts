import { EventEmitter, once } from 'node:events';
import { pino } from 'pino';
import { startJobs } from '#platform/jobs/jobs.ts';
import type { TestDatabase } from '#test/database.ts';

/** The waiting jobs with their payloads. Without new values, `reschedule_jobs` returns the jobs unchanged. */
export async function queuedJobs({ pool }: TestDatabase): Promise<QueuedJob[]> {
  const { rows } = await pool.query<QueuedJob>(
    `SELECT jobs.task_identifier AS task, queued.payload, jobs.run_at > now() AS waits
     FROM graphile_worker.jobs JOIN graphile_worker.reschedule_jobs(
       ARRAY(SELECT id FROM graphile_worker.jobs)
     ) AS queued USING (id) ORDER BY id`,
  );
  return rows;
}

interface QueuedJob {
  task: string;
  payload: Record<string, string>;
  waits: boolean;
}

/** Ends all pauses before the next attempts. */
export async function endJobPauses({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    'SELECT graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) FROM graphile_worker.jobs',
  );
}

/** Runs jobs of this task, which end when they are released. Resolves when one has started. */
export async function blockJob({ url }: TestDatabase, task: string): Promise<() => Promise<void>> {
  const steps = new EventEmitter();
  const started = once(steps, 'started');
  const block = async () => {
    steps.emit('started');
    await once(steps, 'end');
  };
  const logger = pino({ level: 'silent' });
  const jobs = startJobs({ directUrl: url, tasks: { [task]: block }, schedules: [], logger });
  await started;
  return async () => {
    steps.emit('end');
    await jobs.stop();
  };
}

/** Dates the start of the running jobs back, which no function of the queue can do. */
export async function ageJobLocks({ pool }: TestDatabase): Promise<void> {
  await pool.query(
    "UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 minute' WHERE locked_at IS NOT NULL",
  );
}
