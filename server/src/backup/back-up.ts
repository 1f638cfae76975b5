import { constants } from 'node:os';
import { gzipSync } from 'node:zlib';
import { createHash } from 'node:crypto';
import { count } from 'contract/counts.ts';
import { type ClientBase, escapeIdentifier } from 'pg';
import { keyNameOf, type Keys } from '#auth/keys/keys.ts';
import { headOf } from '#modules/audit/seal-chain.ts';
import { readApplied, withConnection } from '#platform/database/migrations.ts';
import type { FileStore } from '#platform/files/files.ts';
import { lowerPriority } from '#platform/process/priority.ts';
import { StartError } from '#platform/process/start-error.ts';
import {
  selectFiles,
  selectFilesAndFlagged,
  selectHeadSeal,
  selectSequences,
  selectServerVersion,
  selectTables,
  selectWaitingJobs,
  type Table,
} from './catalog.queries.ts';
import { backupFormat, type Manifest, signManifest } from './manifest.ts';
import { beginProgress } from './progress.ts';
import { copySettings, describeColumns, packTable } from './table-copy.ts';
import { createThrottle } from './throttle.ts';
import { tarEnd, tarHeader, tarPadding } from './tar.ts';

interface ArchiveWriter {
  add: (name: string, content: Buffer) => Promise<void>;
  /** Writes the manifest, its signature and the end of the archive. Resolves to the size of the archive. */
  finish: (manifest: Omit<Manifest, 'sha256'>, keys: Keys) => Promise<number>;
}

export function writeArchive(write: (bytes: Buffer) => Promise<void>, createdAt: Date): ArchiveWriter {
  const seconds = Math.floor(createdAt.getTime() / 1_000);
  const digest = createHash('sha256');
  let written = 0;
  const add = async (name: string, content: Buffer) => {
    const header = tarHeader({ name, size: content.length, seconds });
    digest.update(header).update(content);
    for (const part of [header, content, tarPadding(content.length)]) {
      if (part.length === 0) continue;
      await write(part);
      written += part.length;
    }
  };
  return {
    add,
    finish: async (manifest, keys) => {
      const text = JSON.stringify({ ...manifest, sha256: digest.copy().digest('hex') }, null, 2);
      await add('manifest.json', Buffer.from(text));
      await add('manifest.mac', Buffer.from(signManifest(keys, text)));
      await write(tarEnd);
      return written + tarEnd.length;
    },
  };
}

export interface BackupOptions {
  /** Must not be a transaction pooler. A standby is sufficient. */
  url: string;
  keys: Keys;
  /** If undefined, the backup lists the stored files but does not contain them. */
  files: FileStore | undefined;
  product: string;
  write: (bytes: Buffer) => Promise<void>;
  /** Whether the database is the embedded one, whose process for this connection then has a low priority, too. */
  isEmbedded: boolean;
  /** How long it pauses, as a share of its processor time. */
  pauseShare?: number | undefined;
  print: (line: string) => void;
}

type UnsignedManifest = Omit<Manifest, 'sha256'>;

/** The number of files that are read in parallel. */
const filesAtOnce = 8;

/** Backs up one snapshot, while other clients continue to write. Writes nothing to the database. */
export async function backUp(options: BackupOptions): Promise<{ manifest: UnsignedManifest; bytes: number }> {
  return withConnection(options.url, async (client) => {
    if (options.isEmbedded) await lowerBackend(client);
    const tables = await beginSnapshot(client);
    return await writeAll(client, tables, options);
  });
}

/** PostgreSQL sorts a whole table before it sends the first row, which the pauses do not slow down. */
async function lowerBackend(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  try {
    for (const { pid } of rows) lowerPriority(constants.priority.PRIORITY_LOW, pid);
  } catch {
    // Another user runs it.
  }
}

/** Starts again if a migration has ended between reading the catalogue and locking the tables. */
async function beginSnapshot(client: ClientBase): Promise<Table[]> {
  // The requests of the server need the other cores.
  await client.query(`${copySettings}; SET max_parallel_workers_per_gather = 0`);
  for (;;) {
    const tables = await selectTables(client);
    if (tables.length === 0)
      throw new StartError('The database has no tables yet, so there is nothing to back up.');
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
  tables: Table[],
  { keys, files: store, product, write, print, pauseShare }: BackupOptions,
) {
  const createdAt = new Date();
  const archive = writeArchive(write, createdAt);
  const [server] = await selectServerVersion(client);
  const [last] = server?.has_seals ? await selectHeadSeal(client) : [];
  const sequences = await readSequences(client);
  const jobs = server?.has_queue ? await selectWaitingJobs(client) : [];
  await archive.add('jobs.gz', gzipSync(jobs.map(({ job }) => `${job}\n`).join('')));
  const throttle = createThrottle(pauseShare);
  const select = server?.has_flags ? selectFilesAndFlagged : selectFiles;
  const files = await addFiles(client, archive, { store, select }, throttle);
  print(`files: ${count(files.count, 'image')}`);
  const digests: Manifest['tables'] = {};
  for (const table of tables) {
    const { name } = table;
    let number = 0;
    const take = (piece: Buffer) =>
      archive.add(`tables/${name}/${String(++number).padStart(6, '0')}.gz`, piece);
    const digest = await packTable(client, table, { progress: beginProgress(print, name), throttle, take });
    digests[name] = { ...digest, columns: describeColumns(table) };
    print(`${name}: ${count(digest.rows, 'row')}`);
  }
  const manifest: UnsignedManifest = {
    format: backupFormat,
    product,
    created_at: createdAt.toISOString(),
    postgres: server?.major ?? 0,
    key_name: keyNameOf(keys.auditSeal),
    migrations: await readApplied(client),
    tables: digests,
    sequences,
    jobs: jobs.length,
    files,
    head: last ? headOf(last) : null,
  };
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

/** Call it right after the snapshot, because users may replace their images meanwhile. */
async function addFiles(
  client: ClientBase,
  archive: ArchiveWriter,
  { store, select }: { store: FileStore | undefined; select: typeof selectFiles },
  throttle: () => Promise<void>,
) {
  const found: Manifest['files'] = { count: 0, bytes: 0, included: store !== undefined, missing: [] };
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: Awaited<ReturnType<typeof selectFiles>> = await select(client, last, filesAtOnce);
    const contents = await Promise.all(rows.map(async ({ key }) => store?.read(key)));
    for (const [index, { key, size_bytes }] of rows.entries()) {
      const content = contents[index];
      if (content) await archive.add(`files/${key}`, content);
      else if (store) found.missing.push(key);
      if (store && !content) continue;
      found.count++;
      found.bytes += content?.length ?? size_bytes;
    }
    last = rows.at(-1)?.key;
    await throttle();
  }
  return found;
}
