import { constants } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { makeAutomaticBackup } from '#backup/automatic-backup.ts';
import { checkNewestBackup } from '#backup/backup-check.ts';
import { withBackupLock } from '#backup/backup-lock.ts';
import type { BackupTask } from '#backup/backup-process.ts';
import { isBackupDue, readBackupState } from '#domain/backups/backup-state.ts';
import { readConfig } from '#platform/config/config.ts';
import { lowerPriority } from '#platform/process/priority.ts';
import { reportInOneLine, runCommand, withDatabaseUrl } from './command.ts';

// The server starts it for its own backups. It ends with the server, which ends it when it stops: a terminal sends its signals to
// all processes.
const endWithServer = () => process.exit(1);
process.on('disconnect', endWithServer);
process.on('SIGINT', () => {}).on('SIGTERM', () => {});

await runCommand(async ([task]) => {
  // V8's young generation would grow with the data.
  setFlagsFromString('--semi-space-growth-factor=1');
  lowerPriority(constants.priority.PRIORITY_LOW);
  const config = readConfig(process.env);
  await reportInOneLine('The task failed', () =>
    withDatabaseUrl(config, async (url) => {
      const tasks: Record<BackupTask, () => Promise<unknown>> = {
        daily: () =>
          withBackupLock({ url, waits: false }, async () => {
            // Another process may have made it since this one was started.
            if (isBackupDue(await readBackupState(config.backups), config.backups, new Date()))
              await makeAutomaticBackup(config, { url, kind: 'daily' });
          }),
        by_hand: () =>
          withBackupLock({ url, waits: true }, () => makeAutomaticBackup(config, { url, kind: 'by_hand' })),
        check: () =>
          withBackupLock({ url, waits: false, isCheck: true }, () => checkNewestBackup(config, url)),
      };
      await tasks[task as BackupTask]();
    }),
  );
});
process.off('disconnect', endWithServer);
if (process.connected) process.disconnect();
