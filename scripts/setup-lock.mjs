import { createHash } from 'node:crypto';
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const pollMs = 200;

/**
 * Waits until no other process of this user sets up the checkout at `root`, and resolves with what lets the next
 * one in; so does the end of this process, however it comes. The lock lies outside the checkout, because `npm ci`
 * empties `node_modules`.
 */
export async function holdSetUpLock(root) {
  const key = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `declassified-setup-${process.getuid()}-${key}.lock`);
  let announced;
  while (!take(lock)) {
    const holder = holderOf(lock);
    if (holder !== undefined && !isAlive(holder)) discard(lock, holder);
    else {
      if (holder !== undefined && holder !== announced)
        console.log(`Waiting for process ${holder}, which sets up this checkout ...`);
      announced = holder;
      await delay(pollMs);
    }
  }
  const release = () => {
    process.off('exit', release);
    if (holderOf(lock) === process.pid) rmSync(lock);
  };
  process.on('exit', release);
  return release;
}

/** Links a finished file, so that nobody reads a lock without its pid. */
function take(lock) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

/** Of several that find the same dead holder, only the first may remove its lock: the next one is another's. */
function discard(lock, deadHolder) {
  const aside = `${lock}.${process.pid}`;
  try {
    renameSync(lock, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (holderOf(aside) === deadHolder) rmSync(aside);
  else renameSync(aside, lock);
}

function holderOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8'));
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
