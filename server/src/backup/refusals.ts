import type { ClientBase } from 'pg';
import { compareApplied, readApplied, readMigrations } from '#platform/database/migrations.ts';
import { StartError } from '#platform/process/start-error.ts';
import type { Archive } from './archive-reader.ts';
import { selectForeignTables, selectTables } from './catalog.queries.ts';
import { isManifestSigned, type Manifest } from './manifest.ts';

/** Call it before anything is written. Throws `StartError` unless one of the keys has signed the backup. */
export function refuseUnprovenBackup({ text, signature }: Archive, keys: readonly Buffer[]): void {
  if (keys.some((key) => isManifestSigned(key, text, signature))) return;
  throw new StartError(
    'No secret here proves this backup: another one made it, or somebody has changed it. For another DATA_DIR, first copy the ' +
      'file secret of the former one into it. Otherwise, set JWT_SECRET_PREVIOUS to the secret that made it, or name a file with ' +
      'that secret: --secret-file FILE.',
  );
}

/** Call it before anything is written. Throws `StartError`. */
export function refuseIncompatibleBackup({ manifest }: Archive, folder: string): void {
  const { unknown, changed } = compareApplied(manifest.migrations, readMigrations(folder));
  const [newer] = unknown;
  if (newer !== undefined) {
    throw new StartError(
      `The backup is of a newer version: it has the migration ${newer}. Restore it with that version.`,
    );
  }
  if (changed !== undefined) {
    throw new StartError(
      `The backup is of another version: its migration ${changed} differs. Restore it with that version.`,
    );
  }
}

const content = { users: 'accounts', audit_events: 'audit events' };

/** Throws `StartError` if a restore would destroy data. An unfinished restore leaves an empty database. */
export async function refuseNonEmptyDatabase(
  client: ClientBase,
  { migrations, tables }: Manifest,
): Promise<void> {
  const applied = await readApplied(client);
  const existing = applied.length > 0 ? (await selectTables(client)).map(({ name }) => name) : [];
  for (const [table, what] of Object.entries(content)) {
    if (!existing.includes(table)) continue;
    const { rows } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rows.length > 0) throw notEmpty(`it contains ${what}`);
  }
  // Without a migration, even tables with the same names do not belong to the product.
  const ours = applied.length > 0 ? ['rate_limit_counts', ...Object.keys(tables)] : [];
  const [foreignTable] = await selectForeignTables(client, ['_prisma_migrations', ...ours]);
  if (foreignTable) throw notEmpty(`it has the table ${foreignTable.name}`);
  const later = applied.find(({ name }) => !migrations.some((migration) => migration.name === name));
  if (later) throw notEmpty(`it has the migration ${later.name}, and the backup has not`);
}

const notEmpty = (what: string) =>
  new StartError(
    `The database is not empty: ${what}. Create an empty database, and set DATABASE_URL (or DATA_DIR) to it.`,
  );
