import { count } from 'contract/counts.ts';
import { selectDataSize } from '#domain/backups/backups.queries.ts';
import type { Config } from '#platform/config/config.ts';
import {
  applyMigrations,
  compareMigrations,
  readApplied,
  withConnection,
} from '#platform/database/migrations.ts';
import { StartError } from '#platform/process/start-error.ts';
import { migrationsFolder } from '#root-folders.ts';
import { makeAutomaticBackup } from './automatic-backup.ts';
import { withBackupLock } from './backup-lock.ts';

/** A backup of more would delay the start by minutes. */
const mostBytes = 2e9;

/**
 * Applies the pending migrations, and makes a backup first if there are data. Of several processes that start at once, the first
 * does both, and the others wait. See docs/decisions/039-backups.md for why a backup that fails ends the start.
 */
export async function upgradeDatabase(
  config: Config,
  url: string,
  print: (line: string) => void,
): Promise<void> {
  const { isOn, beforeUpgrade } = config.backups;
  if (!isOn || beforeUpgrade === 'off' || !(await readUpgrade(url))) {
    await applyMigrations(url, migrationsFolder);
    return;
  }
  await withBackupLock({ url, waits: true }, async () => {
    const upgrade = await readUpgrade(url);
    if (upgrade && upgrade.bytes >= mostBytes && beforeUpgrade === 'auto') {
      print(
        'No backup is made before the upgrade, because there are more than 2 GB of data. To make one, set BACKUP_BEFORE_UPGRADE=on.',
      );
    } else if (upgrade) {
      print(`Backing up the data before ${count(upgrade.migrations, 'migration')} ...`);
      await makeAutomaticBackup(config, { url, kind: 'before_upgrade' }).catch((error: StartError) => {
        throw new StartError(
          `The backup before the upgrade failed, and nothing was changed. ${error.message} To start without this backup, set BACKUP_BEFORE_UPGRADE=off.`,
          { cause: error },
        );
      });
    }
    await applyMigrations(url, migrationsFolder);
  });
}

/** Undefined if no migration is pending, or none was applied yet. */
async function readUpgrade(url: string): Promise<{ migrations: number; bytes: number } | undefined> {
  const { pending } = await compareMigrations(url, migrationsFolder);
  if (pending.length === 0) return undefined;
  return withConnection(url, async (client) => {
    if ((await readApplied(client)).length === 0) return undefined;
    const [size] = await selectDataSize(client);
    return { migrations: pending.length, bytes: size ? size.database_bytes + size.file_bytes : 0 };
  });
}
