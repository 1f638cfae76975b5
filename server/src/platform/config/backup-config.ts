import { join, resolve } from 'node:path';
import { z } from 'zod';

export const backupVariables = {
  BACKUPS: z.enum(['on', 'off'], 'must be one of off, on').optional(),
  BACKUP_DIR: z.string().optional(),
  BACKUP_HOUR: z
    .string()
    .regex(/^([01]?\d|2[0-3])$/, 'must be an hour from 0 to 23')
    .default('3')
    .transform(Number),
  BACKUP_BEFORE_UPGRADE: z.enum(['auto', 'on', 'off'], 'must be one of auto, off, on').default('auto'),
};

type BackupVariables = z.output<z.ZodObject<typeof backupVariables>>;

export function backupConfig(variables: BackupVariables, dataDir: string, databaseUrl: string | undefined) {
  const isEmbedded = databaseUrl === undefined;
  return {
    /** By default only with the embedded database: another one may have backups of its own. */
    isOn: (variables.BACKUPS ?? (isEmbedded ? 'on' : 'off')) === 'on',
    folder: resolve(variables.BACKUP_DIR ?? join(dataDir, 'backups')),
    /** The folder of the embedded database, if that is the database. */
    databaseFolder: isEmbedded ? dataDir : undefined,
    /** From 0 to 23, in the time zone of the process. */
    hour: variables.BACKUP_HOUR,
    /** `auto`: unless there is much data. */
    beforeUpgrade: variables.BACKUP_BEFORE_UPGRADE,
  };
}
