import { existsSync, mkdirSync } from 'node:fs';
import { lstat, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type BackupKind, backupKinds } from 'contract/backups/backups.constants.ts';
import { z } from 'zod';
import { makeFolder, nearestFolder } from '#platform/files/folders.ts';
import { freeDiskSpace } from '#platform/process/disk-space.ts';

/** A complete file in the folder of the backups: a `.part` becomes one only when everything is on the disk. */
export interface StoredBackup {
  /** Of the file. */
  name: string;
  kind: BackupKind;
  startedAt: Date;
  bytes: number;
  check: BackupCheck | null;
}

/** Beside the backup, because no table exists before every upgrade and after every restore. */
const Check = z.object({
  at: z.coerce.date(),
  /** Null if the backup was restored. */
  fault: z.string().nullable(),
});
export type BackupCheck = z.output<typeof Check>;

const Failure = z.object({
  startedAt: z.coerce.date(),
  at: z.coerce.date(),
  kind: z.enum(backupKinds),
  reason: z.string(),
});
/** Of the last backup that had begun. The next one that succeeds removes it, unless it is killed before. */
export type BackupFailure = z.output<typeof Failure>;

const namePattern = new RegExp(
  String.raw`^declassified-(\d{4}-\d\d-\d\dT\d\d)(\d\d)(\d\d\.\d{3}Z)-(${backupKinds.join('|')})\.backup$`,
);
const failureName = 'last-failure.json';
const obstacleName = 'last-check-obstacle.json';
const checkNameOf = (name: string) => `${name}.check.json`;

/** Without colons, which some file systems do not allow. */
export const backupName = (startedAt: Date, kind: BackupKind): string =>
  `declassified-${startedAt.toISOString().replaceAll(':', '')}-${kind}.backup`;

function parseName(name: string): Pick<StoredBackup, 'name' | 'kind' | 'startedAt'> | undefined {
  const [, hour, minute, second, kind] = namePattern.exec(name) ?? [];
  const startedAt = new Date(`${hour}:${minute}:${second}`);
  if (Number.isNaN(startedAt.getTime())) return undefined;
  return { name, kind: kind as BackupKind, startedAt };
}

/** The newest first. Other files in the folder, such as those of `npm run backup`, are none of the server's. */
export async function listStoredBackups(folder: string): Promise<StoredBackup[]> {
  const found: StoredBackup[] = [];
  for (const name of await namesIn(folder)) {
    const parsed = parseName(name);
    const file = parsed && (await lstat(join(folder, name)).catch(() => undefined));
    if (!parsed || !file?.isFile()) continue;
    found.push({ ...parsed, bytes: file.size, check: await readCheck(folder, name) });
  }
  return found.toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime());
}

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);

const readCheck = (folder: string, name: string) => readJson(join(folder, checkNameOf(name)), Check);

export const readBackupFailure = (folder: string): Promise<BackupFailure | null> =>
  readJson(join(folder, failureName), Failure);

/** Null for a file that is missing, or that somebody has changed. */
async function readJson<Schema extends z.ZodType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  try {
    return schema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return null;
  }
}

export async function writeCheck(folder: string, name: string, check: BackupCheck): Promise<void> {
  await writeJson(join(folder, checkNameOf(name)), check);
  await rm(join(folder, obstacleName), { force: true });
}

export const writeBackupFailure = (folder: string, failure: BackupFailure): Promise<void> =>
  writeJson(join(folder, failureName), failure);

/** Written beside and renamed, so that a kill leaves the former text. */
async function writeJson(path: string, value: object): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  const file = await open(part, 'w', 0o600);
  await file.writeFile(JSON.stringify(value)).finally(() => file.close());
  await rename(part, path);
}

const Obstacle = z.object({
  /** When staff could first read of it in the log, which repeats it once a day. */
  at: z.coerce.date(),
  reason: z.string(),
});
/** Why the last check had no result. The next one that has a result removes it. */
export type CheckObstacle = z.output<typeof Obstacle>;

export const readCheckObstacle = (folder: string): Promise<CheckObstacle | null> =>
  readJson(join(folder, obstacleName), Obstacle);

export const writeCheckObstacle = (folder: string, found: CheckObstacle): Promise<void> =>
  writeJson(join(folder, obstacleName), found);

export const removeBackupFailure = (folder: string): Promise<void> =>
  rm(join(folder, failureName), { force: true });

export async function deleteStoredBackup(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true });
  await rm(join(folder, checkNameOf(name)), { force: true });
}

const partName = /^(.+\.backup)\.(?:part|check-database)$/;

/** What killed backups and checks have left. Only the owner of the lock may call it. */
export async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const [, whole = ''] = partName.exec(name) ?? [];
    const isLeft = parseName(whole) !== undefined || /\.json\.\d+\.part$/.test(name);
    if (isLeft) await rm(join(folder, name), { recursive: true, force: true });
  }
}

/** The bytes that the running backup has written. Undefined if none writes. */
export async function bytesWritten(folder: string): Promise<number | undefined> {
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.part')) continue;
    const [, whole = ''] = partName.exec(name) ?? [];
    const file = parseName(whole) && (await lstat(join(folder, name)).catch(() => undefined));
    if (file) return file.size;
  }
  return undefined;
}

/** Nobody but the user of the server can enter it. A folder that exists belongs to the operator, and stays as it is. */
export function makeBackupFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

export const freeMib = (folder: string): Promise<number> => freeDiskSpace(nearestFolder(folder));
