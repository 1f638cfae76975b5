import { writeFile } from 'node:fs/promises';
import { migrationsFolder } from '#root-folders.ts';
import { deriveKeys } from '#auth/keys/keys.ts';
import { writeArchive, backUp } from '#backup/back-up.ts';
import { readArchive } from '#backup/archive-reader.ts';
import type { Manifest } from '#backup/manifest.ts';
import { restore } from '#backup/restore.ts';
import type { FileStore } from '#platform/files/files.ts';
import { testSecret } from './app.ts';
import type { TestDatabase } from './database.ts';

export const keys = deriveKeys(testSecret);

interface BackupDifferences {
  files?: FileStore | undefined;
  /** Called after each written piece of the file. */
  meanwhile?: (written: number) => Promise<void>;
}

/** Writes a backup of a database to a file. */
export async function backUpTo(
  path: string,
  url: string,
  { files, meanwhile = async () => {} }: BackupDifferences = {},
): Promise<Omit<Manifest, 'sha256'>> {
  const chunks: Buffer[] = [];
  const write = async (bytes: Buffer) => {
    chunks.push(bytes);
    await meanwhile(chunks.length);
  };
  const { manifest } = await backUp({
    url,
    keys,
    files,
    isEmbedded: false,
    product: 'test',
    write,
    print: () => {},
  });
  await writeFile(path, Buffer.concat(chunks));
  return manifest;
}

/** Without a store it only checks the backup. */
export async function restoreFrom(
  path: string,
  { url }: TestDatabase,
  files: FileStore | undefined,
): Promise<void> {
  const archive = await readArchive(path);
  try {
    await restore(archive, {
      url,
      sealKeys: [keys.auditSeal],
      isProven: true,
      files,
      folder: migrationsFolder,
      print: () => {},
    });
  } finally {
    await archive.close();
  }
}

/** Writes the same file with a changed manifest that is signed with the secret, like a backup of another version. */
export async function rewrite(
  from: string,
  to: string,
  change: (manifest: Manifest) => Partial<Manifest>,
  signing = keys,
): Promise<void> {
  const archive = await readArchive(from);
  const chunks: Buffer[] = [];
  const writer = writeArchive(async (bytes) => void chunks.push(bytes), new Date());
  for (const name of archive.names.filter((entry) => !entry.startsWith('manifest.'))) {
    await writer.add(name, await archive.read(name));
  }
  await writer.finish({ ...archive.manifest, ...change(archive.manifest) }, signing);
  await archive.close();
  await writeFile(to, Buffer.concat(chunks));
}

/** The parts of the schema as PostgreSQL prints them. */
export async function schemaOf({ pool }: TestDatabase): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT indexdef AS part FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid), convalidated)
       FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT concat_ws(' ', pg_get_triggerdef(oid), tgenabled) FROM pg_trigger WHERE NOT tgisinternal
       AND tgrelid::regclass::text NOT LIKE 'graphile%'
     UNION ALL SELECT concat_ws(' ', sequencename, last_value) FROM pg_sequences WHERE schemaname = 'public'
     ORDER BY 1`,
  );
  return rows;
}

/** The names of all objects that the migrations create. Empty for an empty database. */
export async function objectsOf({ pool }: TestDatabase): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace
     UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'public'::regnamespace AND typname NOT LIKE '%gtrgm'
     UNION ALL SELECT proname FROM pg_proc WHERE pronamespace = 'public'::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
     UNION ALL SELECT nspname FROM pg_namespace WHERE nspname = 'graphile_worker'`,
  );
  return rows;
}
