import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { postgresUrl } from '#platform/config/config-fields.ts';
import { readConfig } from '#platform/config/config.ts';
import { migrationsFolder } from '#root-folders.ts';
import { deriveKeys, type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { readArchive } from '#backup/archive-reader.ts';
import { summarize } from '#backup/progress.ts';
import { refuseIncompatibleBackup, refuseUnprovenBackup } from '#backup/refusals.ts';
import { restore } from '#backup/restore.ts';
import { withScratchDatabase } from '#backup/scratch-database.ts';
import { openFiles } from '#platform/files/file-store.ts';
import { readOrMakeSecret, readSecret } from '#platform/process/secret.ts';
import { StartError } from '#platform/process/start-error.ts';
import { reportInOneLine, readArguments, runCommand, withDatabaseUrl } from './command.ts';

const usage =
  'npm run restore -- FILE [--check [--into URL]] [--secret-file FILE | --unproven]\n' +
  'Fills an empty database and the store. With --check it restores into a database that is deleted afterwards.\n' +
  'The backup is proved by JWT_SECRET, JWT_SECRET_PREVIOUS or the secret in the file of --secret-file. With --unproven it\n' +
  'is restored without a proof, and the audit trail reports that for ever.';

const flag = { type: 'boolean', default: false } as const;

await runCommand(async (args) => {
  // V8's young generation grows with the data read and retains unused buffers: 40 MB more for 10,000 images.
  setFlagsFromString('--semi-space-growth-factor=1');
  const options = {
    check: flag,
    into: { type: 'string' },
    'secret-file': { type: 'string' },
    unproven: flag,
  } as const;
  const { positionals, values } = readArguments(args, options, usage);
  const [path, ...rest] = positionals;
  const secretFile = values['secret-file'];
  const isContradiction = (values.into !== undefined && !values.check) || (secretFile && values.unproven);
  if (path === undefined || rest.length > 0 || isContradiction) throw new StartError(usage);
  const startedAt = performance.now();
  const config = readConfig(process.env);
  const into = values.into === undefined ? undefined : databaseOf(values.into);
  await reportInOneLine('The restore failed', async () => {
    const archive = await readArchive(path);
    const secret = config.jwtSecret ?? readSecret(config.dataDir);
    // A secret of the backup is needed only for its proof: the database gets the secret of this installation.
    const provingKeys = secretFile === undefined ? undefined : deriveKeys(readSecretFile(secretFile));
    // Without a secret here, the backup was made with another one.
    const availableKeys = deriveKeys(secret ?? randomUUID(), config.jwtSecretPrevious);
    const keysFor = (keys: Keys, purpose: 'backup' | 'auditSeal') => [
      ...verifyingKeys(keys, purpose),
      ...(provingKeys ? [provingKeys[purpose]] : []),
    ];
    if (values.unproven) {
      console.error(`SHA-256 of ${path}: ${archive.sha256}\nNothing proves who wrote this file.`);
    } else {
      refuseUnprovenBackup(archive, keysFor(availableKeys, 'backup'));
    }
    refuseIncompatibleBackup(archive, migrationsFolder);
    const restoreTo = async (url: string) => {
      const isMissing = secret === undefined && !values.check;
      const keys = isMissing
        ? deriveKeys(readOrMakeSecret(config.dataDir), config.jwtSecretPrevious)
        : availableKeys;
      const { files } = await openFiles(config, verifyingKeys(keys, 'signedFile'));
      const store = values.check ? undefined : files;
      await restore(archive, {
        url,
        sealKeys: keysFor(keys, 'auditSeal'),
        isProven: !values.unproven,
        files: store,
        folder: migrationsFolder,
        print: console.error,
      });
    };
    if (into !== undefined) await restoreTo(into);
    else if (values.check) await withScratchDatabase(path, restoreTo);
    else await withDatabaseUrl(config, restoreTo);
    await archive.close();
    const { manifest, size } = archive;
    const summary = summarize(manifest, size, startedAt);
    console.log(values.check ? `${path} can be restored: ${summary}` : `Restored ${summary}`);
  });
});

function readSecretFile(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    throw new StartError(`--secret-file: ${(error as Error).message}.`);
  }
}

function databaseOf(url: string): string {
  const { data, error } = postgresUrl.safeParse(url);
  if (data === undefined) throw new StartError(`--into ${error?.issues[0]?.message}.`);
  return data;
}
