import { dayMs } from 'contract/days.ts';
import type { BackupProcess } from '#backup/backup-process.ts';
import {
  makeBackupFolder,
  readCheckObstacle,
  writeBackupFailure,
  writeCheckObstacle,
} from '#domain/backups/backup-files.ts';
import {
  type BackupDependencies,
  backupToCheck,
  findCheckRemedy,
  isBackupDue,
  obstacle,
  readBackupState,
  removeAbandoned,
} from '#domain/backups/backup-state.ts';

export interface BackupJobDependencies extends BackupDependencies {
  backupProcess: Pick<BackupProcess, 'run'>;
  logger: { warn: (context: object, message: string) => void };
}

/** Makes the backup of the day, and checks the newest one, if they are due. Runs every few minutes in one process. */
export async function backUpDaily(deps: BackupJobDependencies): Promise<void> {
  const { backups } = deps;
  if (!backups.isOn) return;
  makeFirstFolder(backups);
  await removeAbandoned(deps);
  if (isBackupDue(await readBackupState(backups), backups, new Date())) await makeBackup(deps, 'daily');
  if (!backupToCheck(await readBackupState(backups), new Date())) return;
  await checkBackup(deps);
}

/** The day of the first backup counts from it. Staff are notified if it cannot be made. */
function makeFirstFolder({ folder }: BackupDependencies['backups']): void {
  try {
    makeBackupFolder(folder);
  } catch {
    // `findBackupFaults` says why.
  }
}

/** Why a check has no result is stored in the folder, and staff are notified of it after days. Every run tries again. */
async function checkBackup(deps: BackupJobDependencies): Promise<void> {
  const { folder } = deps.backups;
  const reason =
    (await findCheckRemedy(deps)) === null
      ? await deps.backupProcess.run('check')
      : 'The role of the database may not create another database.';
  if (reason === undefined) return;
  const now = new Date();
  const stored = await readCheckObstacle(folder);
  const isRecent = stored && now.getTime() - stored.at.getTime() < dayMs;
  if (!isRecent) deps.logger.warn({ reason }, 'no backup can be checked');
  await writeCheckObstacle(folder, { at: isRecent ? stored.at : now, reason }).catch(() => {});
}

/** A failure is stored in the folder, also that of a killed process. Staff are notified of it, and the next try is not at once. */
async function runTask(
  { backupProcess, backups: { folder }, logger }: BackupJobDependencies,
  task: 'daily' | 'by_hand',
): Promise<void> {
  const startedAt = new Date();
  const reason = await backupProcess.run(task);
  if (reason === undefined) return;
  logger.warn({ task, reason }, 'a backup failed');
  await writeBackupFailure(folder, { startedAt, at: new Date(), kind: task, reason }).catch(() => {});
}

/** What stands in the way is no failure to remember: `findBackupFaults` sees it, and the next try is as soon as it is gone. */
async function makeBackup(deps: BackupJobDependencies, task: 'daily' | 'by_hand'): Promise<void> {
  const { backups, logger } = deps;
  await removeAbandoned(deps);
  const reason = await obstacle(backups, await readBackupState(backups));
  if (reason === undefined) await runTask(deps, task);
  else logger.warn({ task, reason }, 'no backup can be made');
}

/** Backups may have been switched off since it was asked for. */
export async function makeRequestedBackup(deps: BackupJobDependencies): Promise<void> {
  if (deps.backups.isOn) await makeBackup(deps, 'by_hand');
}
