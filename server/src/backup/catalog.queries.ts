import { z } from 'zod';
import { backUpDailyTask, makeBackupTask } from '#domain/backups/backups.queries.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

const isOfExtension = Prisma.sql`EXISTS (SELECT FROM pg_depend WHERE objid = class.oid AND deptype = 'e')`;

const Table = z.object({
  name: z.string(),
  /** The type of each column, by the column's name. */
  columns: z.record(z.string(), z.string()),
  /** An ORDER BY with the same result on every server. */
  sort: z.string(),
});
export type Table = z.output<typeof Table>;

/** All logged tables of the product, and how a backup reads them. */
export const selectTables = defineQuery(
  'select-backed-up-tables',
  Table,
  () => Prisma.sql`
    SELECT class.relname::text AS name, attributes.columns,
           coalesce(key.sort, quote_ident(class.relname) || '::text COLLATE "C"') AS sort
    FROM pg_class AS class
    CROSS JOIN LATERAL (
      SELECT coalesce(json_object_agg(attname, format_type(atttypid, atttypmod) ORDER BY attname COLLATE "C"), '{}')
        AS columns
      FROM pg_attribute WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
    ) AS attributes
    CROSS JOIN LATERAL (
      SELECT string_agg(quote_ident(attname) || CASE WHEN attcollation <> 0 THEN ' COLLATE "C"' ELSE '' END, ', '
                        ORDER BY part.position) AS sort
      FROM pg_index
      CROSS JOIN LATERAL unnest(indkey::int2[]) WITH ORDINALITY AS part (attribute, position)
      JOIN pg_attribute ON attrelid = indrelid AND attnum = part.attribute
      WHERE indrelid = class.oid AND indisprimary
    ) AS key
    WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND class.relpersistence = 'p'
      AND class.relname <> '_prisma_migrations' AND NOT ${isOfExtension}
    ORDER BY class.relname COLLATE "C"`,
);

export const selectSequences = defineQuery(
  'select-backed-up-sequences',
  z.object({ name: z.string() }),
  () => Prisma.sql`
    SELECT class.relname::text AS name FROM pg_class AS class
    WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'S' AND class.relpersistence = 'p'
    ORDER BY class.relname COLLATE "C"`,
);

/** Foreign keys, and indexes that belong to no constraint. */
export const selectDefinitions = defineQuery(
  'select-index-definitions',
  z.object({ drop: z.string(), create: z.string(), position: z.number() }),
  () => Prisma.sql`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS drop,
           format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS create,
           2 AS position
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace AND contype = 'f'
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid), 1
    FROM pg_index JOIN pg_class AS class ON class.oid = indrelid
    WHERE class.relnamespace = 'public'::regnamespace AND class.relkind = 'r' AND NOT ${isOfExtension}
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
    ORDER BY position`,
);

/** Objects in the database that a restore would destroy or mix with its own. */
export const selectForeignTables = defineQuery(
  'select-tables-of-others',
  z.object({ name: z.string() }),
  (known: string[]) => Prisma.sql`
    SELECT class.relname::text AS name FROM pg_class AS class
    WHERE class.relnamespace = 'public'::regnamespace AND class.relkind IN ('r', 'p', 'v', 'm', 'f')
      AND class.relname <> ALL (${known}::text[]) AND NOT ${isOfExtension}
    ORDER BY class.relname LIMIT 1`,
);

export const selectServerVersion = defineQuery(
  'select-server-version',
  z.object({ major: z.number(), has_queue: z.boolean(), has_seals: z.boolean(), has_flags: z.boolean() }),
  () => Prisma.sql`
    SELECT current_setting('server_version_num')::int / 10000 AS major,
           to_regclass('graphile_worker._private_jobs') IS NOT NULL AS has_queue,
           to_regclass('audit_seals') IS NOT NULL AS has_seals,
           to_regclass('flags') IS NOT NULL AS has_flags`,
);

/** The parts of a head. Uses only columns that earlier versions have, too. */
export const selectHeadSeal = defineQuery(
  'select-head-seal',
  z.object({ id: z.string(), hash: z.custom<Uint8Array>(), mac: z.custom<Uint8Array>() }),
  () => Prisma.sql`SELECT id::text, hash, mac FROM audit_seals ORDER BY audit_seals.id DESC LIMIT 1`,
);

export const selectFiles = defineQuery(
  'select-backed-up-files',
  z.object({ key: z.string(), size_bytes: z.number() }),
  (afterKey: string, limit: number) => Prisma.sql`
    SELECT key, size_bytes FROM files WHERE key > ${afterKey} ORDER BY key LIMIT ${limit}`,
);

/** With the images that open flags need. Earlier versions have no flags. */
export const selectFilesAndFlagged = defineQuery(
  'select-backed-up-files-and-flagged',
  z.object({ key: z.string(), size_bytes: z.number() }),
  (afterKey: string, limit: number) => Prisma.sql`
    SELECT key, size_bytes FROM files WHERE key > ${afterKey}
    UNION ALL
    SELECT DISTINCT image_key, 0 FROM flags
    WHERE image_key > ${afterKey} AND image_key NOT IN (SELECT key FROM files)
    ORDER BY key LIMIT ${limit}`,
);

/**
 * Returns each job as a JSON object, except those that make backups: a restored database begins none by itself. Reads the queue's
 * private tables, because its public view has no payload.
 */
export const selectWaitingJobs = defineQuery(
  'select-waiting-jobs',
  z.object({ job: z.string() }),
  () => Prisma.sql`
    SELECT jsonb_build_object(
             'task', tasks.identifier, 'payload', jobs.payload, 'run_at', jobs.run_at,
             'max_attempts', jobs.max_attempts, 'priority', jobs.priority, 'key', jobs.key)::text AS job
    FROM graphile_worker._private_jobs AS jobs
    JOIN graphile_worker._private_tasks AS tasks ON tasks.id = jobs.task_id
    WHERE (jobs.attempts < jobs.max_attempts OR jobs.locked_at IS NOT NULL)
      AND tasks.identifier NOT IN (${makeBackupTask}, ${backUpDailyTask})
    ORDER BY jobs.id`,
);

/** Takes the jobs as a JSON array. */
export const addWaitingJobs = defineQuery(
  'add-waiting-jobs',
  z.object({ count: z.number() }),
  (jobs: string) => Prisma.sql`
    SELECT count(added.id)::int AS count
    FROM json_to_recordset(${jobs}::json)
      AS job (task text, payload json, run_at timestamptz, max_attempts int, priority int, key text)
    CROSS JOIN LATERAL graphile_worker.add_job(
      job.task, job.payload, run_at => job.run_at, max_attempts => job.max_attempts, job_key => job.key,
      priority => job.priority) AS added`,
);
