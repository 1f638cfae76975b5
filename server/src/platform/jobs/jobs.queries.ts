import { Prisma } from '#generated/prisma/client.ts';

/** With pauses of at most 10 minutes, 4 days: as long as a mail server retries (RFC 5321, 4.5.4.1). */
const maxAttempts = 600;

/** The function call, for larger statements. The payload has the same rules as in `enqueueJob`. */
export const addJob = (task: string, payload: object, delaySeconds = 0): Prisma.Sql => Prisma.sql`
  graphile_worker.add_job(
    ${task}, ${JSON.stringify(payload)}::json, run_at => now() + ${delaySeconds} * interval '1 second',
    max_attempts => ${maxAttempts}::int)`;
