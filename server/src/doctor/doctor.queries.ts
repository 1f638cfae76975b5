import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export const selectServer = defineQuery(
  'select-server',
  z.object({ version: z.string(), is_standby: z.boolean(), is_superuser: z.boolean() }),
  () => Prisma.sql`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_standby, rolsuper AS is_superuser
    FROM pg_roles WHERE rolname = current_user`,
);

/** A job with more attempts has failed for 10 minutes. The backoff of the queue is e¹, e² … seconds. */
const failingAttempts = 6;

export const selectJobFaults = defineQuery(
  'select-job-faults',
  z.object({ late: z.int(), failing: z.int() }),
  () => Prisma.sql`
    SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts
                              AND run_at < now() - interval '10 minutes')::int AS late,
           count(*) FILTER (WHERE attempts > ${failingAttempts}::int)::int AS failing
    FROM graphile_worker.jobs`,
);
