import { spawnSync } from 'node:child_process';
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { StartError } from '#platform/process/start-error.ts';

export class DataFolderInUseError extends StartError {}

/** macOS' `O_EXLOCK`, which Node does not name: opening the file takes the flock(2) lock. */
const exclusiveLock = process.platform === 'darwin' ? 0x20 | constants.O_NONBLOCK : 0;

/**
 * Locks the data folder with flock(2), which works across containers and ends with the process, or throws
 * `DataFolderInUseError`. Returns the release. The file remains and names the process and the URL that it serves.
 */
export function lockDataFolder(folder: string, url = ''): () => void {
  const path = join(folder, 'lock');
  const descriptor = open(path);
  if (descriptor === undefined || !lock(descriptor)) throw inUse(folder, path);
  ftruncateSync(descriptor);
  writeSync(descriptor, JSON.stringify({ pid: process.pid, host: hostname(), address: url }));
  let isLocked = true;
  return () => {
    if (isLocked) closeSync(descriptor);
    isLocked = false;
  };
}

function open(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_CREAT | exclusiveLock, 0o600);
  } catch (error) {
    if (exclusiveLock !== 0 && (error as NodeJS.ErrnoException).code === 'EAGAIN') return undefined;
    throw error;
  }
}

/** The lock belongs to the open file, which this process shares with the flock program, so it outlives that program. */
function lock(descriptor: number): boolean {
  if (exclusiveLock !== 0) return true;
  const { status, error } = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  });
  if (!error) return status === 0;
  throw new StartError(
    `The data folder cannot be locked: flock (package util-linux) does not run (${error.message}).`,
  );
}

function inUse(folder: string, path: string): DataFolderInUseError {
  const [, pid = 'unknown', host = 'unknown', url = ''] =
    /"pid":(\d+),"host":"([^"]*)","address":"([^"]*)"/.exec(readFileSync(path, 'utf8')) ?? [];
  return new DataFolderInUseError(
    `The data folder ${folder} is in use by process ${pid} on ${host}` +
      `${url && `, which serves ${url}`}. Stop that one first, or set DATA_DIR and PORT to others.`,
  );
}
