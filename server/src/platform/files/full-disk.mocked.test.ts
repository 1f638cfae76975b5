import { mkdtempSync, readdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { lockDataFolder } from '#platform/database/data-folder-lock.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded-postgres.ts';
import { oneLine } from '#platform/database/embedded-postgres-programs.ts';
import { StartError } from '#platform/process/start-error.ts';

// Only a mounted disk could really be filled, and that takes root.
vi.mock('node:fs', { spy: true });

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified-'));
});
afterEach(() => {
  vi.mocked(writeSync).mockReset();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

const fillDisk = () =>
  vi.mocked(writeSync).mockImplementation(() => {
    throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
  });

describe('a full disk', () => {
  it('refuses a start in one line, and leaves no lock behind', async () => {
    fillDisk();
    const start = startEmbeddedPostgres({ dataDir: folder });
    await expect(start).rejects.toThrow(StartError);
    await expect(start).rejects.toThrow('The disk of DATA_DIR is full');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('does not end a process that has the data folder', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] });
    const lock = await lockDataFolder(folder);
    fillDisk();
    expect(() => vi.advanceTimersByTime(3_000)).not.toThrow();
    vi.mocked(writeSync).mockReset();
    lock.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('is what PostgreSQL is said to have ended of, whatever it writes after that', () => {
    const log = `
      PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device
      LOG:  terminating any other active server processes
      FATAL:  the database system is in recovery mode
      LOG:  shutting down due to startup process failure
      LOG:  database system is shut down`;
    expect(oneLine(log)).toBe(
      'PANIC:  could not write to file "pg_wal/xlogtemp.7": No space left on device | ' +
        'Make room on the disk of DATA_DIR and start again.',
    );
    expect(oneLine('one\n two\nthree\nfour\nfive')).toBe('two | three | four | five');
  });
});
