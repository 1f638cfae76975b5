import { gzipSync } from 'node:zlib';
import { type ClientBase, escapeIdentifier } from 'pg';
import { keyNameOf, type Keys } from '#auth/keys/keys.ts';
import { headOf } from '#modules/audit/seal-chain.ts';
import { connect, readApplied } from '#platform/database/migrations.ts';
import type { FileStore } from '#platform/files/files.ts';
import { StartError } from '#platform/process/start-error.ts';
import { type ArchiveWriter, writeArchive } from './archive-writer.ts';
import {
  selectFiles,
  selectHeadSeal,
  selectSequences,
  selectServerVersion,
  selectTables,
  selectWaitingJobs,
} from './catalog.queries.ts';
import { backupFormat, type Manifest } from './manifest.ts';
import { beginProgress, count } from './progress.ts';
import { copySettings, describeColumns, packTable } from './table-copy.ts';

interface BackupOptions {
  /** Must not be a transaction pooler. A standby is sufficient. */
  url: string;
  keys: Keys;
  /** If undefined, the backup lists the stored files but does not contain them. */
  files: FileStore | undefined;
  product: string;
  write: (bytes: Buffer) => Promise<void>;
  print: (line: string) => void;
}

type Tables = Awaited<ReturnType<typeof selectTables>>;

type BareManifest = Omit<Manifest, 'sha256'>;

const batch = 1_000;
/** The number of files that are read in parallel. */
const filesAtOnce = 8;

/** Backs up one snapshot, while other clients continue to write. Writes nothing to the database. */
export async function backUp(options: BackupOptions): Promise<{ manifest: BareManifest; bytes: number }> {
  const client = await connect(options.url);
  try {
    const tables = await beginSnapshot(client);
    return await writeAll(client, tables, options);
  } finally {
    await client.end();
  }
}

/** Starts again if a migration has ended between reading the catalogue and locking the tables. */
async function beginSnapshot(client: ClientBase): Promise<Tables> {
  await client.query(copySettings);
  for (;;) {
    const tables = await selectTables(client);
    if (tables.length === 0) throw new StartError('The database holds nothing yet that could be backed up.');
    const names = tables.map(({ name }) => escapeIdentifier(name)).join(', ');
    await client.query(
      `BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; LOCK TABLE ${names} IN ACCESS SHARE MODE`,
    );
    // The first statement takes the snapshot.
    if (JSON.stringify(await selectTables(client)) === JSON.stringify(tables)) return tables;
    await client.query('ROLLBACK');
  }
}

async function writeAll(
  client: ClientBase,
  tables: Tables,
  { keys, files, product, write, print }: BackupOptions,
) {
  const createdAt = new Date();
  const archive = writeArchive(write, createdAt);
  const [server] = await selectServerVersion(client);
  const [last] = server?.has_seals ? await selectHeadSeal(client) : [];
  const sequences = await readSequences(client);
  const jobs = await addJobs(client, archive, server?.has_queue ?? false);
  const stored = await addFiles(client, archive, files);
  print(`files: ${count(stored.count, 'image')}`);
  const found: Manifest['tables'] = {};
  for (const table of tables) {
    const { name } = table;
    let number = 0;
    const digest = await packTable(client, table, beginProgress(print, name), (piece) =>
      archive.add(`tables/${name}/${String(++number).padStart(6, '0')}.gz`, piece),
    );
    found[name] = { ...digest, columns: describeColumns(table) };
    print(`${name}: ${count(digest.rows, 'row')}`);
  }
  const manifest = {
    format: backupFormat,
    product,
    created_at: createdAt.toISOString(),
    postgres: server?.major ?? 0,
    key_name: keyNameOf(keys.auditSeal),
    migrations: await readApplied(client),
    tables: found,
    sequences,
    jobs,
    files: stored,
    head: last ? headOf(last) : null,
  } as const;
  return { manifest, bytes: await archive.finish(manifest, keys) };
}

async function readSequences(client: ClientBase): Promise<Manifest['sequences']> {
  const found: Manifest['sequences'] = {};
  for (const { name } of await selectSequences(client)) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `SELECT last_value, is_called FROM ${escapeIdentifier(name)}`,
    );
    for (const { last_value, is_called } of rows) found[name] = [Number(last_value), is_called];
  }
  return found;
}

async function addJobs(client: ClientBase, archive: ArchiveWriter, hasQueue: boolean): Promise<number> {
  const lines: string[] = [];
  for (let last = hasQueue ? '0' : undefined; last !== undefined;) {
    const rows = await selectWaitingJobs(client, last, batch);
    lines.push(...rows.map(({ job }) => `${JSON.stringify(job)}\n`));
    last = rows.at(-1)?.id;
  }
  await archive.add('jobs.gz', gzipSync(lines.join('')));
  return lines.length;
}

/** Call it right after the snapshot, because users may replace their images meanwhile. */
async function addFiles(client: ClientBase, archive: ArchiveWriter, store: FileStore | undefined) {
  const found: Manifest['files'] = { count: 0, bytes: 0, included: store !== undefined, missing: [] };
  let last: string | undefined = '';
  while (last !== undefined) {
    const rows: Awaited<ReturnType<typeof selectFiles>> = await selectFiles(client, last, batch);
    for (let at = 0; at < rows.length; at += filesAtOnce) {
      const some = rows.slice(at, at + filesAtOnce);
      const contents = await Promise.all(some.map(async ({ key }) => store?.read(key)));
      for (const [index, { key, size_bytes }] of some.entries()) {
        const content = contents[index];
        if (content) await archive.add(`files/${key}`, content);
        else if (store) found.missing.push(key);
        if (store && !content) continue;
        found.count++;
        found.bytes += content?.length ?? size_bytes;
      }
    }
    last = rows.at(-1)?.key;
  }
  return found;
}
