import { Prisma } from '#generated/prisma/client.ts';

/** With pauses of at most 10 minutes, 4 days: as long as a mail server retries (RFC 5321, 4.5.4.1). */
const maxAttempts = 600;

export interface JobOptions {
  delaySeconds?: number;
  /** The jobs of a queue run one at a time, so that they never use all workers. */
  queue?: string;
  /** A waiting job with the same key is replaced. */
  key?: string;
  /** Jobs with a lower number run first; 0 by default. */
  priority?: number;
}

/** Behind email that a person waits for. */
export const bulkPriority = 10;

/** The function call, for larger statements. The payload has the same rules as in `enqueueJob`. */
export const addJob = (
  task: string,
  payload: object,
  { delaySeconds = 0, queue, key, priority = 0 }: JobOptions = {},
): Prisma.Sql => Prisma.sql`
  graphile_worker.add_job(
    ${task}, ${JSON.stringify(payload)}::json, run_at => now() + ${delaySeconds} * interval '1 second',
    max_attempts => ${maxAttempts}::int, queue_name => ${queue ?? null}::text, job_key => ${key ?? null}::text,
    priority => ${priority}::int)`;
