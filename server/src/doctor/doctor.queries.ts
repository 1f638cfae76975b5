import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export const selectServer = defineQuery(
  'select-server',
  z.object({
    version: z.string(),
    is_standby: z.boolean(),
    role: z.string(),
    is_superuser: z.boolean(),
    may_create: z.boolean().nullable(),
  }),
  () => Prisma.sql`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_standby, rolname::text AS role,
           rolsuper AS is_superuser, has_schema_privilege(current_schema(), 'CREATE') AS may_create
    FROM pg_roles WHERE rolname = current_user`,
);

export const selectTable = defineQuery(
  'select-table',
  z.object({ is_there: z.boolean() }),
  (name: string) => Prisma.sql`SELECT to_regclass(${name}) IS NOT NULL AS is_there`,
);

/** A job with more attempts has failed for 10 minutes: the queue's backoff is e¹, e² … seconds. */
const failingAttempts = 6;

export const selectJobFaults = defineQuery(
  'select-job-faults',
  z.object({ late: z.int(), failing: z.int(), given_up: z.int() }),
  () => Prisma.sql`
    SELECT count(*) FILTER (WHERE locked_at IS NULL AND attempts < max_attempts
                              AND run_at < now() - interval '10 minutes')::int AS late,
           count(*) FILTER (WHERE attempts > ${failingAttempts}::int AND attempts < max_attempts)::int AS failing,
           count(*) FILTER (WHERE attempts >= max_attempts)::int AS given_up
    FROM graphile_worker.jobs`,
);
