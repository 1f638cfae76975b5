import type { BackupProcess, BackupTask } from '#backup/backup-process.ts';
import { makeBackupFolder, writeBackupFailure } from '#domain/backups/backup-files.ts';
import {
  type BackupSettings,
  backupToCheck,
  findCheckRemedy,
  isBackupDue,
  obstacle,
  readBackupState,
} from '#domain/backups/backup-state.ts';
import type { HasDatabase } from '#platform/database/database.ts';

export interface BackupJobDependencies extends HasDatabase {
  backups: BackupSettings;
  backupProcess: Pick<BackupProcess, 'run'>;
  logger: { warn: (context: object, message: string) => void };
}

/** Makes the backup of the day, and checks the newest one, if they are due. Runs every few minutes in one process. */
export async function backUpDaily(deps: BackupJobDependencies): Promise<void> {
  const { backups } = deps;
  if (!backups.isOn) return;
  makeFirstFolder(backups);
  if (isBackupDue(await readBackupState(backups), backups, new Date())) await makeBackup(deps, 'daily');
  if (!backupToCheck(await readBackupState(backups), new Date())) return;
  if ((await findCheckRemedy(deps)) === null) await runTask(deps, 'check');
}

/** The day of the first backup counts from it. Staff are notified if it cannot be made. */
function makeFirstFolder({ folder }: BackupSettings): void {
  try {
    makeBackupFolder(folder);
  } catch {
    // `findBackupFaults` says why.
  }
}

/** A failure is stored in the folder, also that of a killed process. Staff are notified of it, and the next try is not at once. */
async function runTask(
  { backupProcess, backups: { folder }, logger }: BackupJobDependencies,
  task: BackupTask,
): Promise<void> {
  const reason = await backupProcess.run(task);
  if (reason === undefined) return;
  logger.warn({ task, reason }, 'a backup failed');
  if (task === 'check') return;
  await writeBackupFailure(folder, { at: new Date(), kind: task, reason }).catch(() => {});
}

/** What stands in the way is no failure to remember: `findBackupFaults` sees it, and the next try is as soon as it is gone. */
async function makeBackup(deps: BackupJobDependencies, task: 'daily' | 'by_hand'): Promise<void> {
  const { backups, logger } = deps;
  const reason = await obstacle(backups, await readBackupState(backups));
  if (reason === undefined) await runTask(deps, task);
  else logger.warn({ task, reason }, 'no backup can be made');
}

/** Backups may have been switched off since it was asked for. */
export async function makeRequestedBackup(deps: BackupJobDependencies): Promise<void> {
  if (deps.backups.isOn) await makeBackup(deps, 'by_hand');
}
