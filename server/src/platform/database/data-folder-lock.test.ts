import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DataFolderInUseError, type DataFolderLock, lockDataFolder } from './data-folder-lock.ts';
import { pidSpace } from '#platform/process/running-processes.ts';

const quick = { heartbeatMs: 20, staleAfterMs: 200 };
let folder: string;
let file: string;
let locks: DataFolderLock[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified lock '));
  file = join(folder, 'lock');
  locks = [];
});

afterEach(() => {
  for (const lock of locks) lock.release();
  rmSync(folder, { recursive: true });
});

async function take(): Promise<DataFolderLock> {
  const lock = await lockDataFolder(folder, quick);
  locks.push(lock);
  return lock;
}

/** A lock file as another process would have left it. */
function leaveLock(changes: Record<string, unknown> = {}): string {
  const now = new Date().toISOString();
  const owner = {
    host: 'elsewhere',
    pidSpace: 'elsewhere',
    pid: 1,
    startMark: '1',
    since: now,
    token: 'theirs',
    heartbeat: now,
    ...changes,
  };
  writeFileSync(file, JSON.stringify(owner));
  return now;
}

const contents = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--eval', '']).pid;

describe('lockDataFolder', () => {
  it('holds host, pid, start and a heartbeat that goes on, and leaves nothing when released', async () => {
    const lock = await lockDataFolder(folder, quick);
    const first = contents();
    expect(first).toMatchObject({ host: hostname(), pid: process.pid });
    await expect.poll(() => contents()['heartbeat']).not.toBe(first['heartbeat']);
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('refuses a second holder in one line that names the first', async () => {
    await take();
    const refusal = await take().catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(DataFolderInUseError);
    expect(String(refusal)).toContain(`process ${process.pid} on ${hostname()}`);
    expect(String(refusal)).not.toContain('\n');
  });

  it('takes over from a dead process at once', async () => {
    leaveLock({ pidSpace: pidSpace(), pid: deadPid() });
    await lockDataFolder(folder, { staleAfterMs: 1e9 }).then((lock) => locks.push(lock));
    expect(contents()['pid']).toBe(process.pid);
  });

  it('takes over at once where the pid belongs to a later process now', async () => {
    leaveLock({ pidSpace: pidSpace(), pid: process.ppid, startMark: '0' });
    await lockDataFolder(folder, { staleAfterMs: 1e9 }).then((lock) => locks.push(lock));
    expect(contents()['pid']).toBe(process.pid);
  });

  it('refuses while a holder in another pid space keeps its heartbeat going', async () => {
    leaveLock();
    const heart = setInterval(() => leaveLock({ heartbeat: new Date().toISOString() }), 20);
    // Far longer than this process may stand still, and the heart with it.
    const watching = lockDataFolder(folder, { staleAfterMs: 30_000 });
    await expect(watching).rejects.toThrow('process 1 on elsewhere');
    clearInterval(heart);
  });

  it('takes over from a holder in another pid space whose heartbeat stands still', async () => {
    leaveLock();
    await take();
    expect(contents()['pid']).toBe(process.pid);
  });

  it('takes over an empty lock file, whose creator was killed before it wrote', async () => {
    writeFileSync(file, '');
    await take();
    expect(contents()['pid']).toBe(process.pid);
  });

  it('gives a stale lock to exactly one of many', async () => {
    leaveLock({ pidSpace: pidSpace(), pid: deadPid() });
    const results = await Promise.allSettled(Array.from({ length: 20 }, take));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it('tells its holder when somebody took the folder away, and then leaves their lock alone', async () => {
    const lock = await take();
    const other = join(folder, 'other');
    writeFileSync(other, '{"token":"theirs"}');
    renameSync(other, file);
    await lock.lost;
    lock.release();
    locks = [];
    expect(contents()).toEqual({ token: 'theirs' });
  });
});
