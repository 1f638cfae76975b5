import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { backupLimits } from 'contract/backups/backups.constants.ts';
import { formatNumber } from 'contract/formats.ts';
import type { Config } from '#platform/config/config.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import { nearestFolder } from '#platform/files/folders.ts';
import { diskSpace, mebibyte } from '#platform/process/disk-space.ts';
import { dayOf, isDayDue, ownTimeZone } from './backup-days.ts';
import {
  type BackupFailure,
  type CheckObstacle,
  freeMib,
  listStoredBackups,
  readBackupFailure,
  readCheckObstacle,
  removeLeftovers,
  type StoredBackup,
} from './backup-files.ts';
import { selectMayCreateDatabase, tryLockBackupsShortly } from './backups.queries.ts';

export type BackupSettings = Config['backups'];

export interface BackupDependencies extends HasDatabase {
  backups: BackupSettings;
}

const hourMs = 60 * 60 * 1_000;

export interface BackupState {
  /** The newest first. */
  backups: StoredBackup[];
  /** Null also if a backup that began later is complete. */
  failure: BackupFailure | null;
  checkObstacle: CheckObstacle | null;
  /** When the folder was made: before the first backup, its age counts from here. */
  since: Date;
}

export async function readBackupState({ folder }: BackupSettings): Promise<BackupState> {
  const found = await stat(folder).catch(() => undefined);
  const backups = await listStoredBackups(folder);
  const failure = await readBackupFailure(folder);
  const [newest] = pastBackups({ backups }, new Date());
  return {
    backups,
    failure: failure && newest && newest.startedAt >= failure.startedAt ? null : failure,
    checkObstacle: await readCheckObstacle(folder),
    // Some file systems do not store the time of the birth.
    since: (found?.birthtimeMs ? found.birthtime : found?.mtime) ?? new Date(),
  };
}

/** What is dated in the future was made before the clock was set back. */
export const pastBackups = ({ backups }: Pick<BackupState, 'backups'>, now: Date): StoredBackup[] =>
  backups.filter(({ startedAt }) => startedAt <= now);

const newestAutomatic = (state: BackupState, now: Date): StoredBackup | undefined =>
  pastBackups(state, now).find(({ kind }) => kind !== 'by_hand');

export function isBackupDue(state: BackupState, { hour }: BackupSettings, now: Date): boolean {
  const last = newestAutomatic(state, now)?.startedAt ?? state.since;
  return !hasJustFailed(state, now) && isDayDue(now, last, { hour, timeZone: ownTimeZone() });
}

/** After a failure, the next try is an hour later. One by hand delays nothing. */
const hasJustFailed = ({ failure }: BackupState, now: Date) =>
  failure !== null &&
  failure.kind !== 'by_hand' &&
  failure.at <= now &&
  now.getTime() - failure.at.getTime() < hourMs;

/** The newest, if the last check is a week old. After one that failed, the next backup is checked as well. */
export function backupToCheck(state: BackupState, now: Date): StoredBackup | undefined {
  const [newest] = pastBackups(state, now);
  if (!newest || newest.check) return undefined;
  const last = lastCheckOf(state, now);
  const timeZone = ownTimeZone();
  const isRecent = last && dayOf(now, timeZone) - dayOf(last.at, timeZone) < backupLimits.checkDays;
  return isRecent && last.fault === null ? undefined : newest;
}

export const lastCheckOf = (state: BackupState, now: Date) =>
  state.backups
    .flatMap(({ check }) => (check && check.at <= now ? [check] : []))
    .toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];

/** How long a backup has waited for the check of the week. 0 if none waits. */
function uncheckedDays(state: BackupState, now: Date): number {
  if (!backupToCheck(state, now)) return 0;
  const since = lastCheckOf(state, now)?.at ?? pastBackups(state, now).at(-1)?.startedAt ?? now;
  return Math.floor((now.getTime() - since.getTime()) / (24 * hourMs));
}

export const isCheckOk = (state: BackupState, now: Date): boolean =>
  !lastCheckOf(state, now)?.fault && uncheckedDays(state, now) <= backupLimits.checkLateDays;

export function backupAgeMs(state: BackupState, now: Date): number {
  const [newest] = pastBackups(state, now);
  return Math.max(0, now.getTime() - (newest?.startedAt ?? state.since).getTime());
}

/** What staff are notified of, each with a sentence. */
export type BackupFaults = Partial<
  Record<'backup_failed' | 'backup_late' | 'backup_check_failed' | 'backup_check_late', string>
>;

export async function findBackupFaults(settings: BackupSettings): Promise<BackupFaults> {
  const now = new Date();
  if (!settings.isOn) return {};
  const state = await readBackupState(settings);
  const found = await obstacle(settings, state);
  const failed = found === undefined ? state.failure : null;
  const fault = lastCheckOf(state, now)?.fault;
  const unchecked = uncheckedDays(state, now);
  return {
    ...(found !== undefined && { backup_failed: `No backup can be made: ${found}` }),
    ...(failed && { backup_failed: `The last backup failed: ${failed.reason}` }),
    ...(backupAgeMs(state, now) > backupLimits.lateHours * hourMs && {
      backup_late: `No backup has succeeded for ${backupLimits.lateHours} hours.`,
    }),
    ...(fault && { backup_check_failed: `The check of a backup failed: ${fault}` }),
    ...(unchecked > backupLimits.checkLateDays && {
      backup_check_late: `No backup has been checked for ${unchecked} days: ${state.checkObstacle?.reason ?? 'No check has run.'}`,
    }),
  };
}

/** Why a backup would fail now, as a sentence without the path, which not all staff are notified of. It needs twice the space of the last one. */
export async function obstacle(
  { folder }: BackupSettings,
  state: Pick<BackupState, 'backups'>,
): Promise<string | undefined> {
  try {
    const nearest = nearestFolder(folder);
    if (!(await stat(nearest)).isDirectory()) return 'BACKUP_DIR is a file, and must be a folder.';
    await access(nearest, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    return folderFault(error as NodeJS.ErrnoException);
  }
  const [last] = pastBackups(state, new Date());
  const neededMib = diskSpace.leftByBackupMib + Math.ceil((2 * (last?.bytes ?? 0)) / mebibyte);
  return refuseBelow(folder, neededMib);
}

/** What a killed backup has left would take the room of the next one. Does nothing while one runs in any process. */
export async function removeAbandoned({ database, backups: { folder } }: BackupDependencies): Promise<void> {
  await database.prisma.$transaction(async (tx) => {
    const [lock] = await tryLockBackupsShortly(tx);
    // If a file cannot be removed, `obstacle` says why.
    if (lock?.is_locked) await removeLeftovers(folder).catch(() => {});
  });
}

function folderFault({ code }: NodeJS.ErrnoException): string {
  if (code === 'EACCES' || code === 'EPERM')
    return 'The user of the server may not read and write the folder BACKUP_DIR.';
  if (code === 'EROFS') return 'The disk of BACKUP_DIR cannot be written.';
  return `The folder BACKUP_DIR cannot be used: ${code}.`;
}

/** The sentence if the disk has less room. */
export async function refuseBelow(folder: string, neededMib: number): Promise<string | undefined> {
  const free = await freeMib(folder);
  if (free >= neededMib) return undefined;
  return `The disk of BACKUP_DIR has ${formatNumber(free)} MiB free, and ${formatNumber(neededMib)} MiB are needed.`;
}

/**
 * The statement without which no backup is checked, or null. Beside the embedded database, a check starts another; elsewhere the
 * role must be able to create one.
 */
export async function findCheckRemedy({ database, backups }: BackupDependencies): Promise<string | null> {
  if (backups.databaseFolder !== undefined) return null;
  const [role] = await selectMayCreateDatabase(database);
  return role && !role.may ? `ALTER ROLE ${role.role} CREATEDB` : null;
}
