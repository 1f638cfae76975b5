import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export const selectServer = defineQuery(
  'select-server',
  z.object({
    version: z.string(),
    is_standby: z.boolean(),
    is_superuser: z.boolean(),
    missing_grants: z.array(z.string()),
  }),
  () => Prisma.sql`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_standby, rolsuper AS is_superuser,
           array_remove(ARRAY[
             CASE WHEN NOT has_schema_privilege(schema, 'CREATE')
               THEN format('GRANT USAGE, CREATE ON SCHEMA %I TO %I', schema, current_user) END,
             CASE WHEN to_regnamespace('graphile_worker') IS NULL AND NOT has_database_privilege(current_database(), 'CREATE')
               THEN format('GRANT CREATE ON DATABASE %I TO %I', current_database(), current_user) END
           ], NULL) AS missing_grants
    FROM coalesce(current_schema(), 'public') AS schema, pg_roles WHERE rolname = current_user`,
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
