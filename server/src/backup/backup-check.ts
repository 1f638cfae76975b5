import { join } from 'node:path';
import { escapeIdentifier } from 'pg';
import { deriveKeys, verifyingKeys } from '#auth/keys/keys.ts';
import { removeLeftovers, writeCheck } from '#domain/backups/backup-files.ts';
import { backupToCheck, readBackupState, refuseBelow } from '#domain/backups/backup-state.ts';
import { selectDataSize, selectMayCreateDatabase } from '#domain/backups/backups.queries.ts';
import type { Config } from '#platform/config/config.ts';
import { reasonOf } from '#platform/database/database-start-error.ts';
import { withConnection } from '#platform/database/migrations.ts';
import { diskSpace, mebibyte } from '#platform/process/disk-space.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { migrationsFolder } from '#root-folders.ts';
import { sha256 } from './manifest.ts';
import { readArchive } from './archive-reader.ts';
import { refuseIncompatibleBackup, refuseUnprovenBackup } from './refusals.ts';
import { restore } from './restore.ts';
import { withScratchDatabase } from './scratch-database.ts';
import { createThrottle } from './throttle.ts';

/**
 * Restores the newest backup into a temporary database, if its check is due. The caller has the lock. The result is stored beside it.
 * @param measureRoom differs in tests.
 */
export async function checkNewestBackup(
  config: Config,
  url: string,
  measureRoom: typeof refuseBelow = config.databaseUrl === undefined ? refuseBelow : unknownRoom,
): Promise<void> {
  const { folder } = config.backups;
  await removeLeftovers(folder);
  const backup = backupToCheck(await readBackupState(config.backups), new Date());
  if (!backup) return;
  // An obstacle says nothing about the backup: the check is tried again.
  if (config.databaseUrl === undefined) await refuseLittleRoom(config, url);
  let fault: string | null = null;
  try {
    await check(config, url, join(folder, backup.name), async () => {
      const found = await measureRoom(folder, diskSpace.leftByBackupMib);
      if (found !== undefined) throw new FullDisk(found);
    });
  } catch (error) {
    if (isFullDisk(error)) throw new StartError(reasonOfFullDisk(error));
    fault = reasonOf(error);
  }
  await writeCheck(folder, backup.name, { at: new Date(), fault });
}

/** An external database says itself if its disk is full: it need not be that of BACKUP_DIR. */
const unknownRoom: typeof refuseBelow = async () => undefined;

/** A restore needs the space of the data and of the log of its one transaction. The database lies beside the backup. */
async function refuseLittleRoom({ backups }: Config, url: string): Promise<void> {
  const [size] = await withConnection(url, selectDataSize);
  const neededMib = Math.ceil((2 * (size?.database_bytes ?? 0)) / mebibyte);
  const found = await refuseBelow(backups.folder, diskSpace.leftByBackupMib + neededMib);
  if (found !== undefined) throw new StartError(found);
}

/** What has room for other writers, but not for the check. */
class FullDisk extends StartError {}

/** PostgreSQL says `disk_full` of its own disk. */
const fullDiskCodes: ReadonlySet<unknown> = new Set(['53100', 'ENOSPC', 'EDQUOT']);

function isFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof FullDisk || fullDiskCodes.has(code) || isFullDisk(error.cause);
}

const reasonOfFullDisk = (error: unknown) =>
  error instanceof FullDisk ? error.message : 'The disk became full meanwhile.';

async function check(config: Config, url: string, path: string, assertRoom: () => Promise<void>) {
  const keys = deriveKeys(config.jwtSecret ?? readOrMakeSecret(config.dataDir), config.jwtSecretPrevious);
  const archive = await readArchive(path);
  try {
    refuseUnprovenBackup(archive, verifyingKeys(keys, 'backup'));
    refuseIncompatibleBackup(archive, migrationsFolder);
    const pause = createThrottle(2);
    const restoreTo = async (temporaryUrl: string) => {
      try {
        await restore(archive, {
          url: temporaryUrl,
          sealKeys: verifyingKeys(keys, 'auditSeal'),
          isProven: true,
          files: undefined,
          folder: migrationsFolder,
          print: () => {},
          throttle: async () => {
            await assertRoom();
            await pause();
          },
        });
      } catch (error) {
        // A database whose log has no room ends without a word. What it wrote is still there.
        await assertRoom();
        throw error;
      }
    };
    if (config.databaseUrl === undefined) await withScratchDatabase(path, restoreTo);
    else await withTemporaryDatabase(url, restoreTo);
  } finally {
    await archive.close();
  }
}

/** Creates a database beside the server's, and deletes it. That of a check that was killed is deleted first. */
async function withTemporaryDatabase(url: string, work: (url: string) => Promise<void>): Promise<void> {
  return withConnection(url, async (client) => {
    const [role] = await selectMayCreateDatabase(client);
    // Two installations may share a server, and PostgreSQL cuts long names off.
    const name = `declassified_backup_check_${sha256(role?.database ?? '').slice(0, 12)}`;
    const quoted = escapeIdentifier(name);
    // WITH (FORCE) would need the right to end a worker of the superuser. Without it, PostgreSQL waits for that worker.
    const drop = () => client.query(`DROP DATABASE IF EXISTS ${quoted}`);
    await client.query('SET idle_session_timeout = 0; SET statement_timeout = 0');
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 AND usename = current_user',
      [name],
    );
    await drop();
    await client.query(`CREATE DATABASE ${quoted} TEMPLATE template0 ENCODING 'UTF8'`);
    try {
      const temporaryUrl = new URL(url);
      temporaryUrl.pathname = `/${encodeURIComponent(name)}`;
      await work(temporaryUrl.href);
    } finally {
      // What stays is empty, and the next check deletes it.
      await drop().catch(() => {});
    }
  });
}
