import { constants } from 'node:os';
import { readConfig } from '#platform/config/config.ts';
import { lowerPriority } from '#platform/process/priority.ts';
import { deriveKeys, verifyingKeys } from '#auth/keys/keys.ts';
import { summarize } from '#backup/progress.ts';
import { writeBackup } from '#backup/write-backup.ts';
import { readCluster } from '#platform/database/embedded-postgres-cluster.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { readSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { reportInOneLine, readArguments, runCommand, withDatabaseUrl } from './command.ts';

const usage =
  'npm run backup -- FILE [--without-files]\n' +
  'FILE may be - for standard output. With --without-files the backup lists the stored images but does not contain them.';

/** Works with or without a running server, and on a standby. */
await runCommand(async (args) => {
  // A running server has priority.
  lowerPriority(constants.priority.PRIORITY_LOW);
  const options = { 'without-files': { type: 'boolean', default: false } } as const;
  const { positionals, values } = readArguments(args, options, usage);
  const [path, ...rest] = positionals;
  if (path === undefined || rest.length > 0) throw new StartError(usage);
  const startedAt = performance.now();
  const config = readConfig(process.env);
  const secret = config.jwtSecret ?? readSecret(config.dataDir);
  if (secret === undefined || (!config.databaseUrl && !readCluster(config.dataDir))) {
    throw new StartError(
      `There is nothing to back up: ${config.dataDir} contains no database and no secret of a server.`,
    );
  }
  const keys = deriveKeys(secret, config.jwtSecretPrevious);
  await reportInOneLine('The backup failed', () =>
    withDatabaseUrl(config, async (url) => {
      const { files } = await openFiles(config, verifyingKeys(keys, 'signedFile'));
      const stored = values['without-files'] ? undefined : files;
      const { manifest, bytes } = await writeBackup(path, {
        url,
        keys,
        files: stored,
        isEmbedded: config.databaseUrl === undefined,
        print: console.error,
      });
      const print = path === '-' ? console.error : console.log;
      print(`Backed up ${summarize(manifest, bytes, startedAt)}`);
    }),
  );
});
