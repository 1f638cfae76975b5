import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

/** The task of a backup that a superuser asked for. */
export const makeBackupTask = 'make_backup';
/** The task that makes and checks the backups of the server's own. */
export const backUpDailyTask = 'back_up_daily';

const lockKey = Prisma.sql`hashtextextended('declassified backup', 0)`;
/** A check has this lock as well, so that the page can say what runs. */
const checkLockKey = Prisma.sql`hashtextextended('declassified backup check', 0)`;

/** The lock of the session, which a killed process loses with its connection. */
export const tryLockBackups = defineQuery(
  'try-lock-backups',
  z.object({ is_locked: z.boolean() }),
  () => Prisma.sql`SELECT pg_try_advisory_lock(${lockKey}) AS is_locked`,
);

/** The same until the transaction ends. */
export const tryLockBackupsShortly = defineQuery(
  'try-lock-backups-shortly',
  z.object({ is_locked: z.boolean() }),
  () => Prisma.sql`SELECT pg_try_advisory_xact_lock(${lockKey}) AS is_locked`,
);

export const lockBackups = defineQuery(
  'lock-backups',
  z.object({ lock: z.string() }),
  () => Prisma.sql`SELECT pg_advisory_lock(${lockKey})::text AS lock`,
);

/** The session must have the lock of the backups. */
export const lockBackupCheck = defineQuery(
  'lock-backup-check',
  z.object({ lock: z.string() }),
  () => Prisma.sql`SELECT pg_advisory_lock(${checkLockKey})::text AS lock`,
);

const isLocked = (key: Prisma.Sql) => Prisma.sql`
  EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND (classid::bigint << 32) | objid::bigint = ${key}
  )`;

/** Whether any process makes or checks a backup, whether it is a check, and whether a backup waits to be made. */
export const selectBackupActivity = defineQuery(
  'select-backup-activity',
  z.object({ is_running: z.boolean(), is_check: z.boolean(), is_waiting: z.boolean() }),
  () => Prisma.sql`
    SELECT ${isLocked(lockKey)} AS is_running, ${isLocked(checkLockKey)} AS is_check, EXISTS (
      SELECT FROM graphile_worker.jobs WHERE task_identifier = ${makeBackupTask} AND attempts < max_attempts
    ) AS is_waiting`,
);

/** The bytes of the database and of the stored files. Every version since the first has both. */
export const selectDataSize = defineQuery(
  'select-data-size',
  z.object({ database_bytes: z.number(), file_bytes: z.number() }),
  () => Prisma.sql`
    SELECT pg_database_size(current_database())::float8 AS database_bytes,
           coalesce((SELECT sum(size_bytes) FROM files), 0)::float8 AS file_bytes`,
);

export const selectMayCreateDatabase = defineQuery(
  'select-may-create-database',
  z.object({ may: z.boolean(), role: z.string(), database: z.string() }),
  () => Prisma.sql`
    SELECT rolcreatedb OR rolsuper AS may, quote_ident(current_user) AS role, current_database()::text AS database
    FROM pg_roles WHERE rolname = current_user`,
);

/** The link may be followed again within its time: a browser reads a large file in parts. */
export const selectBackupLink = defineQuery(
  'select-backup-link',
  z.object({ name: z.string(), session_id: z.string(), user_id: z.string() }),
  (id: string, operation: string) => Prisma.sql`
    SELECT l.body->>'name' AS name, s.id AS session_id, s.user_id
    FROM export_links l JOIN sessions s ON s.id = l.session_id
    WHERE l.id = ${id}::uuid AND l.operation = ${operation} AND l.expires_at > now()
      AND s.revoked_at IS NULL AND s.expires_at > now()`,
);
