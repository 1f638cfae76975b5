import { join } from 'node:path';
import type { BackupKind } from 'contract/backups/backups.constants.ts';
import { deriveKeys, verifyingKeys } from '#auth/keys/keys.ts';
import { ownTimeZone, superfluousBackups } from '#domain/backups/backup-days.ts';
import {
  backupName,
  deleteStoredBackup,
  listStoredBackups,
  makeBackupFolder,
  removeBackupFailure,
  removeLeftovers,
  writeBackupFailure,
} from '#domain/backups/backup-files.ts';
import { obstacle, readBackupState, refuseBelow } from '#domain/backups/backup-state.ts';
import type { Config } from '#platform/config/config.ts';
import { reasonOf } from '#platform/database/database-start-error.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { diskSpace } from '#platform/process/disk-space.ts';
import { readOrMakeSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { writeBackup } from './write-backup.ts';

/** How often the free space is looked at, in written bytes. */
const roomCheckBytes = 2 ** 20;

interface AutomaticBackup {
  url: string;
  kind: BackupKind;
}

/**
 * Makes a backup in the folder and thins the older ones. The caller has the lock. It rejects with `StartError`. A failure after the
 * begin is remembered for staff: what stands in its way before, they see as long as it does.
 */
export async function makeAutomaticBackup(config: Config, backup: AutomaticBackup): Promise<void> {
  const { folder } = config.backups;
  // If a file cannot be removed, the obstacle is why.
  await removeLeftovers(folder).catch(() => {});
  const found = await obstacle(config.backups, await readBackupState(config.backups));
  if (found !== undefined) throw new StartError(found);
  const startedAt = new Date();
  try {
    makeBackupFolder(folder);
    await make(config, backup);
    await removeBackupFailure(folder);
    await thin(folder);
  } catch (error) {
    const reason = reasonOfFailure(error);
    // The folder may be the reason. Then staff are notified of that instead.
    await writeBackupFailure(folder, { startedAt, at: new Date(), kind: backup.kind, reason }).catch(
      () => {},
    );
    throw new StartError(reason, { cause: error });
  }
}

async function make(config: Config, { url, kind }: AutomaticBackup): Promise<void> {
  const { folder } = config.backups;
  const keys = deriveKeys(config.jwtSecret ?? readOrMakeSecret(config.dataDir), config.jwtSecretPrevious);
  const { files } = await openFiles(config, verifyingKeys(keys, 'signedFile'));
  await writeBackup(join(folder, backupName(new Date(), kind)), {
    url,
    keys,
    files,
    isEmbedded: config.databaseUrl === undefined,
    print: () => {},
    beforeWrite: watchRoom(folder),
    // Nobody waits for it, and requests of the server must not.
    pauseShare: kind === 'before_upgrade' ? undefined : 2,
  });
}

/** PostgreSQL may store its data on the same disk, and would end on a full one. */
function watchRoom(folder: string): (bytes: number) => Promise<void> {
  let unwatched = 0;
  return async (bytes) => {
    unwatched += bytes;
    if (unwatched < roomCheckBytes) return;
    unwatched = 0;
    const found = await refuseBelow(folder, diskSpace.leftByBackupMib);
    if (found !== undefined) throw new StartError(found);
  };
}

async function thin(folder: string): Promise<void> {
  const superfluous = superfluousBackups(await listStoredBackups(folder), new Date(), ownTimeZone());
  for (const { name } of superfluous) await deleteStoredBackup(folder, name);
}

function reasonOfFailure(error: unknown): string {
  if (error instanceof StartError) return error.message;
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG')
    return 'The disk of BACKUP_DIR became full.';
  return `${reasonOf(error).replace(/\.$/, '')}.`;
}
