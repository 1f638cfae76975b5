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
  freeMib,
  listStoredBackups,
  readBackupFailure,
  type StoredBackup,
} from './backup-files.ts';
import { selectMayCreateDatabase } from './backups.queries.ts';

export type BackupSettings = Config['backups'];

const hourMs = 60 * 60 * 1_000;

export interface BackupState {
  /** The newest first. */
  backups: StoredBackup[];
  failure: BackupFailure | null;
  /** When the folder was made: before the first backup, its age counts from here. */
  since: Date;
}

export async function readBackupState({ folder }: BackupSettings): Promise<BackupState> {
  const found = await stat(folder).catch(() => undefined);
  return {
    backups: await listStoredBackups(folder),
    failure: await readBackupFailure(folder),
    // Some file systems do not store the time of the birth.
    since: (found?.birthtimeMs ? found.birthtime : found?.mtime) ?? new Date(),
  };
}

/** What is dated in the future was made before the clock was set back. */
const past = ({ backups }: BackupState, now: Date) => backups.filter(({ startedAt }) => startedAt <= now);

const newestAutomatic = (state: BackupState, now: Date): StoredBackup | undefined =>
  past(state, now).find(({ kind }) => kind !== 'by_hand');

export function isBackupDue(state: BackupState, { hour }: BackupSettings, now: Date): boolean {
  const last = newestAutomatic(state, now)?.startedAt ?? state.since;
  return !hasJustFailed(state, now) && isDayDue(now, last, { hour, timeZone: ownTimeZone() });
}

/** After a failure, the next try is an hour later. */
const hasJustFailed = ({ failure }: BackupState, now: Date) =>
  failure !== null && failure.at <= now && now.getTime() - failure.at.getTime() < hourMs;

/** The newest, if the last check is a week old. After one that failed, the next backup is checked as well. */
export function backupToCheck(state: BackupState, now: Date): StoredBackup | undefined {
  const [newest] = past(state, now);
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

export function backupAgeMs(state: BackupState, now: Date): number {
  const [newest] = past(state, now);
  return Math.max(0, now.getTime() - (newest?.startedAt ?? state.since).getTime());
}

/** What staff are notified of, each with a sentence. */
export type BackupFaults = Partial<Record<'backup_failed' | 'backup_late' | 'backup_check_failed', string>>;

export async function findBackupFaults(settings: BackupSettings): Promise<BackupFaults> {
  const now = new Date();
  if (!settings.isOn) return {};
  const state = await readBackupState(settings);
  const failure = (await obstacle(settings, state)) ?? state.failure?.reason;
  const fault = lastCheckOf(state, now)?.fault;
  return {
    ...(failure !== undefined && { backup_failed: `No backup can be made: ${failure}` }),
    ...(backupAgeMs(state, now) > backupLimits.lateHours * hourMs && {
      backup_late: `No backup has succeeded for ${backupLimits.lateHours} hours.`,
    }),
    ...(fault && { backup_check_failed: `The check of a backup failed: ${fault}` }),
  };
}

/** Why a backup would fail now, as a sentence. It needs twice the space of the last one. */
export async function obstacle(
  { folder }: BackupSettings,
  { backups: [last] }: Pick<BackupState, 'backups'>,
): Promise<string | undefined> {
  try {
    await access(nearestFolder(folder), constants.W_OK | constants.X_OK);
  } catch (error) {
    // Without the path, which the page does not name.
    return `BACKUP_DIR cannot be written: ${(error as Error).message.split(',')[0]}.`;
  }
  const neededMib = diskSpace.leftByBackupMib + Math.ceil((2 * (last?.bytes ?? 0)) / mebibyte);
  return refuseBelow(folder, neededMib);
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
export async function findCheckRemedy({
  database,
  backups,
}: HasDatabase & { backups: BackupSettings }): Promise<string | null> {
  if (backups.databaseFolder !== undefined) return null;
  const [role] = await selectMayCreateDatabase(database);
  return role && !role.may ? `ALTER ROLE ${role.role} CREATEDB` : null;
}
