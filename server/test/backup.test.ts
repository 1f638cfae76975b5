import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { migrationsFolder, rootFolder } from '#root-folders.ts';
import type { Manifest } from '#backup/manifest.ts';
import { backUpDailyTask, makeBackupTask } from '#domain/backups/backups.queries.ts';
import { parseHead } from '#modules/audit/seal-chain.ts';
import { sealAll, sealRest } from '#modules/audit/sealer.ts';
import { verifyAuditTrail } from '#modules/audit/verify.service.ts';
import { applyMigrations } from '#platform/database/migrations.ts';
import { openFileFolder } from '#platform/files/files-folder.ts';
import { openS3Files } from '#platform/files/files-s3.ts';
import { enqueueJob } from '#platform/jobs/jobs.ts';
import { testSecret, useTestApp } from '#test/app.ts';
import { backUpTo, keys, objectsOf, restoreFrom, rewrite, schemaOf } from '#test/backup.ts';
import { childEnvironment } from '#test/child-environment.ts';
import { createTestDatabase, dump, type TestDatabase } from '#test/database.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { useFolder } from '#test/folder.ts';
import { removeStoredFile, setUserImage } from '#domain/storage/user-images.ts';
import { addUserImage } from '#test/images.ts';
import { queuedJobs } from '#test/jobs.ts';
import { runCommand } from '#test/run-command.ts';
import { startS3 } from '#test/s3.ts';

const test = useTestApp();
const folder = useFolder();
const file = join(folder, 'the first.backup');
let images: string[];
let manifest: Omit<Manifest, 'sha256'>;

const environment = () => ({
  DATABASE_URL: test.database.url,
  DATA_DIR: test.config.dataDir,
  JWT_SECRET: testSecret,
});
const { auditSeal: key } = keys;

/** A migrated database without rows, which counts as empty. */
async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  onTestFinished(database.close);
  return database;
}

const someFolder = () =>
  openFileFolder({
    folder: mkdtempSync(join(folder, 'store-')),
    signingKeys: [],
    baseUrl: '',
    signedUrlSeconds: 1,
  });

beforeAll(async () => {
  await createCaller(test, { is_superuser: true, username: 'Élodie\t\\N "quoted"' });
  const people = await Promise.all([1, 2, 3].map(() => createUser(test)));
  images = await Promise.all(people.map(({ id }) => addUserImage(test, id)));
  const { prisma, pool } = test.database;
  // The last one is an image that its user has removed, and that an open flag needs.
  const [{ id: flagged }, removed] = [people[2]!, images[2]!];
  await prisma.flag.create({
    data: {
      id: uuidv7(),
      user_id: flagged,
      subject: 'image',
      reason: 'spam',
      text: '',
      username: '',
      image_key: removed,
    },
  });
  await prisma.$transaction((tx) => setUserImage(tx, test.dependencies.settings, flagged, null));
  await removeStoredFile(test.dependencies, { key: removed });
  images[2] = removed.replace('images/', 'flagged/');
  await prisma.logRecord.createMany({
    data: ['line\nfeed', 'tab\tand \\', '\\N', ''].map((message) => ({
      id: uuidv7(),
      message,
      level: 'INFO',
      from_proxy: false,
    })),
  });
  const sealOnce = async () => {
    await sealAll({ database: test.database, keys: [key] });
    if ((await prisma.auditSeal.count()) === 0) throw new Error('Nothing was sealed.');
  };
  // Retried, because transactions of other databases of the cluster delay sealing, too.
  await vi.waitFor(sealOnce, { timeout: 60_000 });
  await createCaller(test);
  await enqueueJob(prisma, 'send_mail', { to: 'a "name"\nand more' }, { delaySeconds: 3_600 });
  await enqueueJob(prisma, 'given_up', {});
  // A backup by hand is made by a job. The copy must not make another one.
  await enqueueJob(prisma, makeBackupTask, {}, { key: makeBackupTask });
  await enqueueJob(prisma, backUpDailyTask, {});
  await pool.query(
    `UPDATE graphile_worker._private_jobs AS job SET attempts = max_attempts FROM graphile_worker._private_tasks AS task
     WHERE task.id = job.task_id AND task.identifier = 'given_up'`,
  );
  manifest = await backUpTo(file, test.database.url, { files: test.dependencies.files });
});

describe('a backup', () => {
  it('restores the same rows, sequences, keys, indexes, triggers, jobs and images, also into another store', async () => {
    const database = await emptyDatabase();
    const s3 = await startS3();
    onTestFinished(s3.stop);
    const store = await openS3Files(s3.options, 60);
    await restoreFrom(file, database, store);
    const copy = await backUpTo(join(folder, 'copy'), database.url, { files: store });
    const { audit_seals: _, ...tables } = copy.tables;
    const { audit_seals, ...expectedTables } = manifest.tables;
    expect(audit_seals?.rows).toBe(1);
    expect(tables).toEqual(expectedTables);
    expect([copy.jobs, copy.files]).toEqual([manifest.jobs, manifest.files]);
    expect(manifest).toMatchObject({ jobs: expect.any(Number), files: { count: 3, missing: [] } });
    expect(await schemaOf(database)).toEqual(await schemaOf(test.database));
    expect(await queuedJobs(database)).toEqual(
      (await queuedJobs(test.database)).filter(
        ({ task }) => !['given_up', makeBackupTask, backUpDailyTask].includes(task),
      ),
    );
    for (const image of images) {
      expect(await store.read(image)).toEqual(await test.dependencies.files.read(image));
    }
    await expect(database.pool.query('DELETE FROM audit_events')).rejects.toThrow('audit');
    const verdict = await verifyAuditTrail({ database, keys: [key] }, parseHead(manifest.head ?? ''));
    expect(verdict).toMatchObject({ intact: true });
  });

  it('is a tar archive that GNU tar lists and unpacks, with each table as gzipped text', () => {
    const options = { encoding: 'utf8' } as const;
    const names = execFileSync('tar', ['--list', '--file', file], options).trim().split('\n');
    expect(names[0]).toBe('jobs.gz');
    expect(names.slice(1, 4).toSorted()).toEqual(images.map((image) => `files/${image}`).toSorted());
    expect(names.slice(-2)).toEqual(['manifest.json', 'manifest.mac']);
    const target = mkdtempSync(join(folder, 'unpacked-'));
    execFileSync('tar', ['--extract', '--file', file, '--directory', target]);
    for (const [name, { rows, bytes, sha256 }] of Object.entries(manifest.tables)) {
      const parent = join(target, 'tables', name);
      const pieces = readdirSync(parent)
        .toSorted()
        .map((piece) => readFileSync(join(parent, piece)));
      const text = gunzipSync(Buffer.concat(pieces));
      expect(text.length).toBe(bytes);
      expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
      expect(text.toString().split('\n')).toHaveLength(rows + 1);
    }
    expect(readFileSync(join(target, 'files', images[0] ?? '')).length).toBeGreaterThan(0);
    expect(readFileSync(file).includes(testSecret)).toBe(false);
  });

  it('contains one snapshot, names the images that were replaced during it, and blocks migrations', async () => {
    const { database } = test;
    const later = join(folder, 'later');
    cpSync(migrationsFolder, later, { recursive: true });
    mkdirSync(join(later, '20990101000000_later'));
    writeFileSync(
      join(later, '20990101000000_later/migration.sql'),
      'ALTER TABLE users ADD COLUMN later int;',
    );
    const store = { ...test.dependencies.files, read: async () => undefined };
    let refusal: unknown;
    const during = await backUpTo(join(folder, 'during'), database.url, {
      files: store,
      meanwhile: async (written) => {
        if (written === 1) await createUser(test);
        if (written === 2)
          refusal = await applyMigrations(database.url, later, { patienceMs: 0 }).catch(
            (error: unknown) => error,
          );
      },
    });
    expect(during.tables['users']?.rows).toBe(manifest.tables['users']?.rows);
    expect(during.files).toEqual({ count: 0, bytes: 0, included: true, missing: images.toSorted() });
    expect(String(refusal)).toContain('a backup or another start has locked a table that it changes');
  });

  it('includes the tables of later migrations', async () => {
    const { pool } = test.database;
    await pool.query('CREATE TABLE "A new one" (b int, "A" text, PRIMARY KEY ("A"))');
    onTestFinished(async () => void (await pool.query('DROP TABLE "A new one"')));
    await pool.query(`INSERT INTO "A new one" VALUES (1, 'x')`);
    const { tables } = await backUpTo(join(folder, 'new'), test.database.url);
    expect(tables['A new one']).toMatchObject({
      rows: 1,
      bytes: 'x\t1\n'.length,
      columns: [
        { name: 'A', type: 'text' },
        { name: 'b', type: 'integer' },
      ],
    });
  });

  it('works on a read-only database', async () => {
    const url = new URL(test.database.url);
    url.searchParams.set('options', '-c default_transaction_read_only=on');
    const path = join(folder, 'by command');
    const made = await runCommand('backup', [path, '--without-files'], {
      ...environment(),
      DATABASE_URL: url.href,
    });
    expect(made).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^Backed up [\d,]+ rows in \d+ tables, 3 images that it does not contain, \d+ jobs?, [\d,]+ bytes, [\d.]+ s\.\n$/,
      ),
    });
    expect(made.errors).toMatch(/^users: \d+ rows$/m);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).filter((name) => name.startsWith('by command'))).toEqual(['by command']);
  });

  it('is refused at once if the path is a folder, and leaves nothing in it or beside it', async () => {
    const path = mkdtempSync(join(folder, 'a folder-'));
    expect(await runCommand('backup', [path], environment())).toEqual({
      code: 1,
      output: '',
      errors: `${path} is a folder. Name a file in it.\n`,
    });
    expect(readdirSync(path)).toEqual([]);
    expect(existsSync(`${path}.part`)).toBe(false);
  });

  it('is written to standard output for -, with its report on standard error', () => {
    const line = `"$0" server/dist/backup-command.js - | tar --list --file -`;
    const result = spawnSync('sh', ['-c', line, process.execPath], {
      cwd: rootFolder,
      encoding: 'utf8',
      env: childEnvironment(environment()),
    });
    expect(result.stdout.trim().split('\n').at(-1)).toBe('manifest.mac');
    expect(result.stderr).toMatch(/^Backed up .+, 3 images, [^\n]+\n$/m);
  });

  it(
    'is checked in a temporary database that is removed, as is that of a check that was killed',
    { timeout: 180_000 },
    async () => {
      mkdirSync(join(`${file}.check-database`, 'postgres'), { recursive: true });
      const before = await dump(test.database);
      expect(await runCommand('restore', [file, '--check'], environment())).toMatchObject({
        code: 0,
        output: expect.stringContaining(`${file} can be restored: `),
      });
      expect(await dump(test.database)).toEqual(before);
      expect(readdirSync(folder).filter((name) => name.includes('check'))).toEqual([]);
    },
  );

  it('is checked in the empty database of --into, which is empty again afterwards', async () => {
    const database = await emptyDatabase();
    await database.pool.query('DROP SCHEMA public, graphile_worker CASCADE; CREATE SCHEMA public');
    const { code, output } = await runCommand('restore', [file, '--check', '--into', database.url], {
      JWT_SECRET: testSecret,
      DATA_DIR: join(folder, 'unused'),
    });
    expect([code, output]).toEqual([0, expect.stringContaining(' can be restored: ')]);
    expect(await objectsOf(database)).toEqual([]);
    expect(readdirSync(folder)).not.toContain('unused');
  });
});

describe('a restore', () => {
  it('leaves an empty database if it fails, and the next restore succeeds', async () => {
    const database = await emptyDatabase();
    const before = await dump(database);
    const broken = { ...someFolder(), put: () => Promise.reject(new Error('no room')) };
    await expect(restoreFrom(file, database, broken)).rejects.toThrow('no room');
    expect(await dump(database)).toEqual(before);
    await restoreFrom(file, database, someFolder());
    await expect(restoreFrom(file, database, someFolder())).rejects.toThrow(
      /^The database is not empty: it contains accounts\./,
    );
  });

  it('compares each table with the backup before it commits', async () => {
    const database = await emptyDatabase();
    const before = await dump(database);
    const path = join(folder, 'other digest');
    await rewrite(file, path, ({ tables }) => ({
      tables: { ...tables, users: { ...tables['users']!, sha256: 'x' } },
    }));
    await expect(restoreFrom(path, database, someFolder())).rejects.toThrow(
      'The table users differs from the backup after it was restored.',
    );
    expect(await dump(database)).toEqual(before);
  });

  it('starts a new epoch of the trail, so that every later event is sealed', async () => {
    const source = await emptyDatabase();
    const path = join(folder, 'ahead');
    await source.pool.query(
      `INSERT INTO audit_events (action, details_hash, transaction_id)
       VALUES ('login', '', (pg_current_xact_id()::text::bigint + 3000)::text::xid8)`,
    );
    await source.prisma.$transaction((tx) => sealRest(tx, [key], null));
    await backUpTo(path, source.url);
    const database = await emptyDatabase();
    await restoreFrom(path, database, someFolder());
    await database.pool.query(`INSERT INTO audit_events (action, details_hash) VALUES ('logout', '')`);
    // The counter must pass that of the former server before anything can be sealed.
    await database.pool.query(
      'DO $$ BEGIN FOR n IN 1..3000 LOOP PERFORM pg_current_xact_id(); COMMIT; END LOOP; END $$',
    );
    const seals = async () => {
      await sealAll({ database, keys: [key] });
      const found = await database.prisma.auditSeal.findMany({ orderBy: { id: 'asc' } });
      return found.map(({ epoch, events }) => [epoch, events]);
    };
    await expect.poll(seals).toEqual([
      [1, 1],
      [2, 0],
      [2, 1],
    ]);
    expect(await verifyAuditTrail({ database, keys: [key] })).toMatchObject({ intact: true, checked: 2 });
  });

  it('keeps the rows of a trail that was not intact, and reports the damage', async () => {
    const source = await emptyDatabase();
    const path = join(folder, 'not intact');
    await source.pool.query(
      `INSERT INTO audit_events (action, details_hash) VALUES ('login', ''), ('logout', '')`,
    );
    await source.prisma.$transaction((tx) => sealRest(tx, [key], null));
    await source.pool.query('ALTER TABLE audit_events DISABLE TRIGGER USER');
    await source.pool.query(`UPDATE audit_events SET action = 'register' WHERE action = 'login'`);
    await backUpTo(path, source.url);
    const database = await emptyDatabase();
    await expect(restoreFrom(path, database, someFolder())).rejects.toThrow(
      /^The backup is restored, but its audit trail was not intact\. Seal 1 of .+ an event was changed/,
    );
    expect(await database.prisma.auditEvent.count()).toBe(2);
    expect(await database.prisma.auditSeal.count()).toBe(1);
  });
});
