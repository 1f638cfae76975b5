import { readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;

/**
 * Waits until no other process sets up this checkout. Resolves to the release, which also happens when the process
 * ends. The lock is a symbolic link to a pid, because a link is created atomically.
 */
export async function takeSetUpLock(root) {
  const lock = join(root, '.setup.lock');
  for (let announced; !take(lock); await delay(pollMs)) {
    const holder = holderOf(lock);
    if (holder === undefined) continue;
    if (!isAlive(holder)) rmSync(lock, { force: true });
    else if (holder !== announced) {
      console.error(`Waiting for process ${holder}, which sets up this checkout ...`);
      announced = holder;
    }
  }
  const release = () => {
    process.off('exit', release);
    rmSync(lock, { force: true });
  };
  process.on('exit', release);
  return release;
}

function take(lock) {
  try {
    symlinkSync(String(process.pid), lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** Undefined if the lock was released in the meantime. */
function holderOf(lock) {
  try {
    return Number(readlinkSync(lock));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}
