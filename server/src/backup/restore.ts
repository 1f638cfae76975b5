import type { ClientBase } from 'pg';
import { type Keys, verifyingKeys } from '#auth/keys/keys.ts';
import { parseHead } from '#modules/audit/seal-chain.ts';
import { beginEpoch, sealRest, UntrustedSealError } from '#modules/audit/sealer.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { connect } from '#platform/database/migrations.ts';
import type { FileStore } from '#platform/files/files.ts';
import { applyJobMigrations } from '#platform/jobs/jobs.ts';
import { StartError } from '#platform/process/start-error.ts';
import type { ReadArchive } from './archive-reader.ts';
import { refuseUsedDatabase } from './refusals.ts';
import { restoreDatabase } from './restore-database.ts';

interface RestoreOptions {
  /** An empty database. Must not be a transaction pooler. */
  url: string;
  keys: Keys;
  /** If undefined, the restore is only a check: no file is stored, and the tables are dropped at the end. */
  files: FileStore | undefined;
  folder: string;
  print: (line: string) => void;
}

/** The number of files that are stored in parallel. */
const filesAtOnce = 4;

export async function restore(
  archive: ReadArchive,
  { url, keys, files, folder, print }: RestoreOptions,
): Promise<void> {
  const client = await connect(url);
  try {
    await refuseUsedDatabase(client, archive.manifest);
    try {
      await applyJobMigrations(url);
      const beforeCommit = async () => {
        const fault = await continueTrail(client, verifyingKeys(keys, 'auditSeal'), archive.manifest.head);
        if (files) await putFiles(archive, files);
        return fault;
      };
      const fault = await restoreDatabase(client, archive, { folder, print, beforeCommit });
      if (fault !== undefined) {
        throw new StartError(`The backup is restored, but its audit trail was not intact. ${fault}`);
      }
    } finally {
      if (!files) await client.query(`ROLLBACK; ${dropAll}`);
    }
  } finally {
    await client.end();
  }
}

/** Drops everything that the migrations have created in an empty database. */
const dropAll = `
  DROP SCHEMA IF EXISTS graphile_worker CASCADE;
  DO $$ DECLARE statement text; BEGIN
    FOR statement IN
      SELECT format('DROP TABLE %s CASCADE', oid::regclass) FROM pg_class
      WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'
      UNION ALL
      SELECT format('DROP FUNCTION %s CASCADE', oid::regprocedure) FROM pg_proc
      WHERE pronamespace = 'public'::regnamespace
        AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
    LOOP EXECUTE statement; END LOOP;
  END $$`;

/** Resolves to the fault of a trail that is not intact. Such a trail is not continued. */
async function continueTrail(
  client: ClientBase,
  keys: readonly Buffer[],
  head: string | null,
): Promise<string | undefined> {
  try {
    await sealRest(client, keys, head);
  } catch (error) {
    if (error instanceof UntrustedSealError) return error.message;
    throw error;
  }
  const { first_fault: fault } = await verifyAuditTrail(
    { database: client, keys },
    head === null ? undefined : parseHead(head),
  );
  if (fault !== null) return fault;
  await beginEpoch(client, keys);
  return undefined;
}

async function putFiles({ fileKeys, readFile }: ReadArchive, files: FileStore): Promise<void> {
  for (let at = 0; at < fileKeys.length; at += filesAtOnce) {
    const keys = fileKeys.slice(at, at + filesAtOnce);
    await Promise.all(keys.map(async (key) => files.put(key, await readFile(key))));
  }
}
