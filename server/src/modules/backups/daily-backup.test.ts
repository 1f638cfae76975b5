import { existsSync, mkdirSync, renameSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeAutomaticBackup } from '#backup/automatic-backup.ts';
import { withBackupLock } from '#backup/backup-lock.ts';
import { backupName, writeBackupFailure } from '#domain/backups/backup-files.ts';
import { findBackupFaults, isBackupDue } from '#domain/backups/backup-state.ts';
import { testSecret, useTestApp } from '#test/app.ts';
import { requestBackup } from './backups.service.ts';
import { backUpDaily, makeRequestedBackup } from './daily-backup.service.ts';

const test = useTestApp({ BACKUPS: 'on', JWT_SECRET: testSecret });

const writeFailure = (folder: string, startedAt: Date, kind: 'daily' | 'by_hand' = 'daily') =>
  writeBackupFailure(folder, { startedAt, at: startedAt, kind, reason: 'x' });

/** The tasks that are due in a folder. */
const runWith = async (folder: string) => {
  const tasks: string[] = [];
  const backupProcess = { run: async (task: string) => void tasks.push(task) };
  const backups = { ...test.config.backups, folder };
  await backUpDaily({ ...test.dependencies, backups, backupProcess, logger: test.app.log });
  return tasks;
};

describe('the backup of a day', () => {
  it('is not due in a new folder, which only the user of the server can enter, and is due a day later', async () => {
    const folder = join(test.config.dataDir, 'a new folder');
    expect(await runWith(folder)).toEqual([]);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const state = {
      backups: [],
      failure: null,
      checkObstacle: null,
      since: new Date(Date.now() - 86_400_000),
    };
    expect(isBackupDue(state, test.config.backups, new Date())).toBe(true);
  });

  it('is made if it is due, and checked, and not tried again in the hour after a failure', async () => {
    const folder = join(test.config.dataDir, 'an old folder');
    mkdirSync(folder);
    writeFileSync(join(folder, backupName(new Date(Date.now() - 2 * 86_400_000), 'daily')), '');
    expect(await runWith(folder)).toEqual(['daily', 'check']);
    const failedBefore = (minutes: number, kind: 'daily' | 'by_hand') =>
      writeFailure(folder, new Date(Date.now() - minutes * 60_000), kind);
    await failedBefore(59, 'daily');
    expect(await runWith(folder)).toEqual(['check']);
    await failedBefore(61, 'daily');
    expect(await runWith(folder)).toEqual(['daily', 'check']);
    // One that a superuser asked for delays nothing.
    await failedBefore(1, 'by_hand');
    expect(await runWith(folder)).toEqual(['daily', 'check']);
  });

  it('that fails is remembered, also if its process was killed', async () => {
    const folder = join(test.config.dataDir, 'a failing folder');
    mkdirSync(folder);
    const backups = { ...test.config.backups, folder };
    const backupProcess = { run: async () => 'The process of the backup ended with SIGKILL.' };
    await makeRequestedBackup({ ...test.dependencies, backups, backupProcess, logger: test.app.log });
    expect(await findBackupFaults(backups)).toEqual({
      backup_failed: 'The last backup failed: The process of the backup ended with SIGKILL.',
    });
  });

  it('that failed counts no more beside one that began later, also if its process was killed before it said so', async () => {
    const folder = join(test.config.dataDir, 'a complete folder');
    mkdirSync(folder);
    const backups = { ...test.config.backups, folder };
    await writeFailure(folder, new Date(Date.now() - 60_000));
    const backupProcess = {
      run: async () => {
        writeFileSync(join(folder, backupName(new Date(), 'by_hand')), '');
        return 'The process of the backup ended with SIGKILL.';
      },
    };
    await makeRequestedBackup({ ...test.dependencies, backups, backupProcess, logger: test.app.log });
    expect(await findBackupFaults(backups)).toEqual({});
    // The failure of a later one counts again.
    await writeFailure(folder, new Date(Date.now() + 1));
    expect(await findBackupFaults(backups)).toEqual({ backup_failed: 'The last backup failed: x' });
  });

  it('needs no pause after something stood in its way, of which nothing is said any more once it is gone', async () => {
    const folder = join(test.config.dataDir, 'a full folder');
    mkdirSync(folder);
    const name = join(folder, backupName(new Date(Date.now() - 2 * 86_400_000), 'daily'));
    writeFileSync(name, '');
    // Twice that is more than any disk has.
    truncateSync(name, 2 ** 43);
    const backups = { ...test.config.backups, folder };
    // What a killed backup has left is removed before the room is measured, and what another process writes stays.
    const left = join(folder, `${backupName(new Date(), 'daily')}.part`);
    const backupProcess = { run: async () => undefined };
    const deps = { ...test.dependencies, backups, backupProcess, logger: test.app.log };
    const { url } = test.database;
    const makeNow = () => makeAutomaticBackup({ ...test.config, backups }, { url, kind: 'daily' });
    const ask = () => requestBackup(deps, {} as never);
    for (const makeNone of [ask, makeNow, () => makeRequestedBackup(deps), () => runWith(folder)]) {
      writeFileSync(left, '');
      await Promise.allSettled([makeNone()]);
      expect(existsSync(left)).toBe(false);
    }
    writeFileSync(left, '');
    await withBackupLock({ url, waits: true }, () => makeRequestedBackup(deps));
    expect(existsSync(left)).toBe(true);
    const room =
      /^No backup can be made: The disk of BACKUP_DIR has [\d,]+ MiB free, and [\d,]+ MiB are needed\.$/;
    expect(await runWith(folder)).toEqual(['check']);
    expect(await findBackupFaults(backups)).toMatchObject({ backup_failed: expect.stringMatching(room) });
    // A date in the future, from before the clock was set back, counts for nothing.
    renameSync(name, join(folder, backupName(new Date(Date.now() + 86_400_000), 'daily')));
    expect((await findBackupFaults(backups)).backup_failed).toBeUndefined();
    writeFileSync(name, '');
    expect(await runWith(folder)).toEqual(['daily', 'check']);
  });
});
