import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

export const selectServer = defineQuery(
  'select-server',
  z.object({
    version: z.string(),
    is_standby: z.boolean(),
    is_read_only: z.boolean(),
    is_superuser: z.boolean(),
    /** Names as statements need them, with quotes where they are necessary. */
    role: z.string(),
    database: z.string(),
    search_path: z.string(),
    /** The first of the search path that exists, also if the role may not use it. */
    schema: z.string().nullable(),
    missing_grants: z.array(z.string()),
    /** Of the app or its job queue, and owned by a role of which this one is no member. */
    foreign_tables: z.array(z.string()),
  }),
  () => Prisma.sql`
    SELECT current_setting('server_version') AS version, pg_is_in_recovery() AS is_standby,
           current_setting('transaction_read_only') = 'on' AS is_read_only, rolsuper AS is_superuser,
           quote_ident(current_user) AS role, quote_ident(current_database()) AS database,
           current_setting('search_path') AS search_path, schema,
           array_remove(ARRAY[
             CASE WHEN NOT (has_schema_privilege(schema, 'USAGE') AND has_schema_privilege(schema, 'CREATE'))
               THEN format('GRANT USAGE, CREATE ON SCHEMA %I TO %I', schema, current_user) END,
             CASE WHEN to_regnamespace('graphile_worker') IS NULL AND NOT has_database_privilege(current_database(), 'CREATE')
               THEN format('GRANT CREATE ON DATABASE %I TO %I', current_database(), current_user) END
           ], NULL) AS missing_grants,
           ARRAY(
             SELECT format('%I to %I', relname, pg_get_userbyid(relowner))
             FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
             WHERE nspname IN (schema, 'graphile_worker') AND relkind IN ('r', 'p')
               AND NOT pg_has_role(relowner, 'USAGE')
               AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
             ORDER BY relname
           ) AS foreign_tables
    FROM pg_roles, LATERAL (
           SELECT (array_agg(nspname::text ORDER BY place))[1] AS schema
           FROM unnest(string_to_array(current_setting('search_path'), ',')) WITH ORDINALITY AS names (name, place)
                JOIN pg_namespace
                  ON pg_namespace.oid = to_regnamespace(replace(trim(name), '"$user"', quote_ident(current_user)))
         ) AS found
    WHERE rolname = current_user`,
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
