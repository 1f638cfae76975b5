import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readArchive } from '#backup/archive-reader.ts';
import { openTarget } from '#backup/write-backup.ts';
import { upgradeDatabase } from '#backup/upgrade.ts';
import { listStoredBackups } from '#domain/backups/backup-files.ts';
import { readConfig } from '#platform/config/config.ts';
import { applyMigrations, compareMigrations } from '#platform/database/migrations.ts';
import { openFileFolder } from '#platform/files/files-folder.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { migrationsFolder } from '#root-folders.ts';
import { testSecret, useTestApp } from './app.ts';
import { backUpTo, restoreFrom } from './backup.ts';
import { createTestDatabase, dump, type TestDatabase, waitingForLocks } from './database.ts';
import { createUser } from './factories.ts';
import { useFolder } from './folder.ts';
import { addUserImage } from './images.ts';
import { blockJob, queuedJobs } from './jobs.ts';

const test = useTestApp();
const folder = useFolder();
const file = join(folder, 'a backup');
const store = openFileFolder({
  folder: join(folder, 'store'),
  signingKeys: [],
  baseUrl: '',
  signedUrlSeconds: 1,
});

beforeAll(async () => {
  await addUserImage(test, (await createUser(test)).id);
});

/** An empty database without migrations, as `CREATE DATABASE` creates it. */
async function rawDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  await database.pool.query('DROP SCHEMA public, graphile_worker CASCADE; CREATE SCHEMA public');
  return database;
}

it('a server that starts during a restore waits for it and then has its accounts', async () => {
  await backUpTo(file, test.database.url, { files: test.dependencies.files });
  const database = await rawDatabase();
  let start: Promise<number> | undefined;
  const put = async (key: string, bytes: Buffer) => {
    start = applyMigrations(database.url, migrationsFolder).then(() => database.prisma.user.count());
    await vi.waitFor(async () => expect(await waitingForLocks(database)).toBe(1), { timeout: 10_000 });
    await store.put(key, bytes);
  };
  await restoreFrom(file, database, { ...store, put });
  expect(await start).toBe(1);
});

/** The database of the first version, with one user. */
async function firstVersion(name: string) {
  const first = join(folder, `first of ${name}`);
  const [initial = ''] = readdirSync(migrationsFolder).toSorted();
  cpSync(join(migrationsFolder, initial), join(first, initial), { recursive: true });
  const source = await rawDatabase();
  await applyMigrations(source.url, first);
  await source.pool.query(
    `INSERT INTO users (id, username, email, password_hash) VALUES (gen_random_uuid(), 'ann', 'ann@example.org', '')`,
  );
  const environment = {
    BACKUPS: 'on',
    BACKUP_DIR: join(folder, name),
    DATABASE_URL: source.url,
    DATA_DIR: folder,
    JWT_SECRET: testSecret,
  };
  const isPending = async () => (await compareMigrations(source.url, migrationsFolder)).pending.length > 0;
  const upgrade = (variables = {}) =>
    upgradeDatabase(readConfig({ ...environment, ...variables }), source.url, () => {});
  return { source, upgrade, isPending };
}

describe('an upgrade', () => {
  it('of the first version by three processes at once is preceded by one backup, which is restored with the migrations of this version', async () => {
    const backups = join(folder, 'of upgrades');
    const { upgrade, isPending } = await firstVersion('of upgrades');
    await Promise.all([upgrade(), upgrade(), upgrade()]);
    expect(await isPending()).toBe(false);
    const [backup, ...others] = await listStoredBackups(backups);
    expect([backup?.kind, others]).toEqual(['before_upgrade', []]);
    const database = await rawDatabase();
    const path = join(backups, backup?.name ?? '');
    await restoreFrom(path, database, store);
    expect(await database.prisma.user.findMany({ select: { username: true } })).toEqual([
      { username: 'ann' },
    ]);
    expect(await compareMigrations(database.url, migrationsFolder)).toEqual({ pending: [], unknown: [] });
    const archive = await readArchive(path);
    expect(archive.manifest.migrations).toHaveLength(1);
    await archive.close();
    await upgrade();
    expect(await listStoredBackups(backups)).toHaveLength(1);
    const migrated = await createTestDatabase();
    onTestFinished(migrated.close);
    await expect(restoreFrom(path, migrated, store)).rejects.toThrow('is not empty: it has the ');
  });

  it('whose backup fails changes nothing and says how to start without it', async () => {
    writeFileSync(join(folder, 'no folder'), '');
    const { source, upgrade, isPending } = await firstVersion('no folder');
    const before = await dump(source);
    await expect(upgrade()).rejects.toThrow(
      /^The backup before the upgrade failed, and nothing was changed\. BACKUP_DIR is a file, and must be a folder\. To start without this backup, set BACKUP_BEFORE_UPGRADE=off\.$/,
    );
    expect(await dump(source)).toEqual(before);
    await upgrade({ BACKUP_BEFORE_UPGRADE: 'off' });
    expect(await isPending()).toBe(false);
  });

  it('of an empty database, or with BACKUPS=off, is not preceded by a backup', async () => {
    const { upgrade, isPending } = await firstVersion('off');
    await upgrade({ BACKUPS: 'off' });
    expect([await isPending(), existsSync(join(folder, 'off'))]).toEqual([false, false]);
    const database = await rawDatabase();
    const config = readConfig({
      BACKUPS: 'on',
      BACKUP_DIR: join(folder, 'empty'),
      DATABASE_URL: database.url,
    });
    await upgradeDatabase(config, database.url, () => {});
    expect(existsSync(join(folder, 'empty'))).toBe(false);
  });
});

it('a job that was running during the backup runs once more after the restore', async () => {
  await enqueueJob(test.database.prisma, 'running', {});
  const release = await blockJob(test.database, 'running');
  const path = join(folder, 'with a job');
  await backUpTo(path, test.database.url, { files: test.dependencies.files });
  await release();
  const database = await rawDatabase();
  await restoreFrom(path, database, store);
  expect((await queuedJobs(database)).filter(({ task }) => task === 'running')).toHaveLength(1);
  const releaseCopy = await blockJob(database, 'running');
  await releaseCopy();
  expect((await queuedJobs(database)).filter(({ task }) => task === 'running')).toEqual([]);
});

it('of two backups to one file the later one is kept, and the earlier one reports it', async () => {
  const path = join(folder, 'shared');
  const [earlier, later] = [await openTarget(path), await openTarget(path)];
  await earlier.write(Buffer.from('earlier'));
  await later.write(Buffer.from('later'));
  await expect(earlier.commit()).rejects.toThrow(`Another backup writes to ${path}.`);
  await earlier.abandon();
  await later.commit();
  expect(readFileSync(path, 'utf8')).toBe('later');
  expect(readdirSync(folder)).not.toContain('shared.part');
});
