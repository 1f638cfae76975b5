import { randomUUID } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pidSpace, processState } from '#platform/process/running-processes.ts';
import { StartError } from '#platform/process/start-error.ts';

/** Another process works in the data folder. */
export class DataFolderInUseError extends StartError {}

export interface DataFolderLock {
  /** Gives the folder free. */
  release: () => void;
  /** Settles if somebody took the folder away, as from a process that stood still for longer than `staleAfterMs`. */
  lost: Promise<void>;
}

/** The content of the lock file. */
interface Owner {
  host: string;
  pidSpace: string;
  pid: number;
  /** See `ProcessState`; empty where the system does not tell. */
  startMark: string;
  /** When the lock was taken, RFC 3339. */
  since: string;
  token: string;
  /** Renewed every `heartbeatMs`, RFC 3339, of constant length. */
  heartbeat: string;
}

/**
 * Takes the data folder for this process, or rejects with `DataFolderInUseError`.
 *
 * Where the holder's pid can be looked up, a dead holder's lock is taken over at once and a live one's never. A
 * holder in another pid space (a container, another host with the same volume) is judged by its heartbeat: only
 * if it does not change for `staleAfterMs` of our own time is the lock taken over, so clocks need not agree.
 */
export async function lockDataFolder(
  folder: string,
  { heartbeatMs = 1_000, staleAfterMs = 10_000, onProgress = (_message: string) => {} } = {},
): Promise<DataFolderLock> {
  const file = join(folder, 'lock');
  for (;;) {
    const lock = tryLock(file, heartbeatMs);
    if (lock) return lock;
    const seen = contentOf(file);
    if (seen === undefined) continue;
    const owner = parseOwner(seen);
    const state = owner ? stateOf(owner) : 'unknown';
    if (owner && state === 'alive') throw inUse(folder, owner);
    if (state === 'unknown') {
      onProgress(
        `Another process held ${folder}; watching for ${staleAfterMs / 1_000} s whether it lives ...`,
      );
      if (await changesWithin(file, seen, staleAfterMs)) {
        const successor = parseOwner(contentOf(file) ?? '');
        if (owner && successor?.token === owner.token) throw inUse(folder, owner);
        continue;
      }
    }
    removeStale(file, seen);
  }
}

function tryLock(file: string, heartbeatMs: number): DataFolderLock | undefined {
  let descriptor: number;
  try {
    // O_EXCL: exactly one of several creators succeeds.
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return undefined;
    throw error;
  }
  const own = processState(process.pid);
  const since = new Date().toISOString();
  const owner: Owner = {
    host: hostname(),
    pidSpace: pidSpace(),
    pid: process.pid,
    startMark: own.state === 'running' ? own.startMark : '',
    since,
    token: randomUUID(),
    heartbeat: since,
  };
  const beat = () => {
    owner.heartbeat = new Date().toISOString();
    // In place and of constant length: a reader never sees a shorter file.
    writeSync(descriptor, JSON.stringify(owner), 0);
  };
  try {
    beat();
  } catch (error) {
    closeSync(descriptor);
    rmSync(file);
    throw error;
  }

  const tryToBeat = () => {
    try {
      beat();
    } catch {
      // A full disk may refuse even this. Only a process in another pid space could then take us for dead.
    }
  };

  let timer: NodeJS.Timeout | undefined;
  const lost = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (isFile(file, descriptor)) return tryToBeat();
      clearInterval(timer);
      resolve();
    }, heartbeatMs).unref();
  });

  return {
    lost,
    release: () => {
      clearInterval(timer);
      if (isFile(file, descriptor)) rmSync(file);
      closeSync(descriptor);
    },
  };
}

/** Whether the path still names the opened file, and not one that somebody put there since. */
function isFile(path: string, descriptor: number): boolean {
  const named = statSync(path, { throwIfNoEntry: false });
  const opened = fstatSync(descriptor);
  return named?.ino === opened.ino && named.dev === opened.dev;
}

function stateOf(owner: Owner): 'alive' | 'dead' | 'unknown' {
  if (owner.pidSpace !== pidSpace()) return 'unknown';
  const found = processState(owner.pid);
  if (found.state === 'gone') return 'dead';
  if (found.state === 'hidden' || owner.startMark === '') return 'unknown';
  return found.startMark === owner.startMark ? 'alive' : 'dead';
}

/** Resolves with true as soon as the file differs from `seen`. */
async function changesWithin(file: string, seen: string, ms: number): Promise<boolean> {
  const end = performance.now() + ms;
  while (performance.now() < end) {
    await delay(Math.min(100, ms / 10));
    if (contentOf(file) !== seen) return true;
  }
  return false;
}

/**
 * Removes the lock that was judged stale, and no other. Of several that try, one gets the file by renaming it;
 * where that turns out to be a lock taken since, it is put back as it was.
 */
function removeStale(file: string, seen: string): void {
  const aside = `${file}.${randomUUID()}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (contentOf(aside) !== seen) linkSync(aside, file);
  } finally {
    rmSync(aside);
  }
}

function contentOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Undefined for a file that its creator had not filled yet when it died or when we looked. */
function parseOwner(text: string): Owner | undefined {
  try {
    return JSON.parse(text) as Owner;
  } catch {
    return undefined;
  }
}

function inUse(folder: string, { host, pid, since }: Owner) {
  return new DataFolderInUseError(
    `The data folder ${folder} is in use by process ${pid} on ${host} since ${since}. ` +
      'Stop that one first, or set DATA_DIR to another folder.',
  );
}
