import { Prisma } from '#generated/prisma/client.ts';

/** With pauses of 10 minutes at most, 4 days: as long as a mail server tries (RFC 5321, 4.5.4.1). */
const maxAttempts = 600;

/** The call, for statements that do more at once; the payload as with `enqueueJob`. */
export const addJob = (task: string, payload: object, delaySeconds = 0): Prisma.Sql => Prisma.sql`
  graphile_worker.add_job(
    ${task}, ${JSON.stringify(payload)}::json, run_at => now() + ${delaySeconds} * interval '1 second',
    max_attempts => ${maxAttempts}::int)`;
