import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  inject,
  it,
  onTestFinished,
} from 'vitest';
import { migrationsFolder, rootFolder } from '#root-folders.ts';
import { applyMigrations } from './migrations.ts';
import { StartError } from '#platform/process/start-error.ts';

let admin: Client;
let client: Client;
let url: string;
let folder: string;

beforeAll(async () => {
  const serverUrl = new URL(inject('templateUrl'));
  serverUrl.pathname = '/postgres';
  admin = new Client({ connectionString: serverUrl.href });
  await admin.connect();
  const name = `migrations_${randomUUID().replaceAll('-', '')}`;
  await admin.query(`CREATE DATABASE ${name}`);
  serverUrl.pathname = `/${name}`;
  url = serverUrl.href;
  client = new Client({ connectionString: url });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await admin.query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  await admin.end();
});

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'declassified migrations '));
});

/** As `CREATE DATABASE` makes the schema. */
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await client.query(
    'DROP SCHEMA public CASCADE; CREATE SCHEMA public AUTHORIZATION pg_database_owner; GRANT USAGE ON SCHEMA public TO PUBLIC',
  );
});

function writeMigration(name: string, script: string): void {
  mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, name, 'migration.sql'), script);
}

async function rows(statement: string): Promise<unknown[]> {
  return (await client.query<Record<string, unknown>>(statement)).rows;
}

/** Over another connection, because a transaction sees one snapshot of `pg_stat_activity`. */
async function countWaiting(): Promise<number> {
  const { rowCount } = await admin.query(
    `SELECT FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'`,
    [new URL(url).pathname.slice(1)],
  );
  return rowCount ?? 0;
}

it('no two migrations have one timestamp, except two that installations have applied under their names', () => {
  const timestamps = readdirSync(migrationsFolder)
    .filter((name) => /^\d{14}_/.test(name))
    .map((name) => name.slice(0, 'YYYYMMDDhhmmss'.length));
  const repeated = timestamps.filter((timestamp, index) => timestamps.indexOf(timestamp) < index);
  expect(repeated).toEqual(['20261124020000']);
});

describe('applyMigrations', () => {
  it('applies each migration once, in the order of the names, and records it like the CLI', async () => {
    writeMigration('2_fill', 'INSERT INTO t VALUES (1); INSERT INTO t VALUES (2);');
    writeMigration('1_create', 'CREATE TABLE t (n int);');
    writeFileSync(join(folder, 'migration_lock.toml'), '');
    expect(await applyMigrations(url, folder)).toEqual(['1_create', '2_fill']);
    expect(await applyMigrations(url, folder)).toEqual([]);
    expect(await rows('SELECT n FROM t')).toHaveLength(2);
    expect(
      await rows(
        `SELECT migration_name, checksum, applied_steps_count, finished_at >= started_at AS finished, logs
         FROM _prisma_migrations ORDER BY migration_name`,
      ),
    ).toEqual([
      {
        migration_name: '1_create',
        checksum: 'f7bf6dd82df81588ac73212ea411496464cbecc9712aad81819b19352ae7574e',
        applied_steps_count: 1,
        finished: true,
        logs: null,
      },
      expect.objectContaining({ migration_name: '2_fill', applied_steps_count: 1 }),
    ]);
  });

  it('lets one of several simultaneous starts apply the migrations', async () => {
    writeMigration('1_create', 'CREATE TABLE t (n int);');
    writeMigration('2_fill', 'INSERT INTO t VALUES (1);');
    const applied = await Promise.all([1, 2, 3].map(() => applyMigrations(url, folder)));
    expect(applied.flat().toSorted()).toEqual(['1_create', '2_fill']);
  });

  it('rolls a failed migration back, so that a corrected version can be applied', async () => {
    writeMigration('1_broken', 'CREATE TABLE t (n int); SELECT 1 / 0;');
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      'The migration 1_broken failed: division by zero',
    );
    expect(await rows("SELECT to_regclass('t') AS t")).toEqual([{ t: null }]);
    writeMigration('1_broken', 'CREATE TABLE t (n int);');
    expect(await applyMigrations(url, folder)).toEqual(['1_broken']);
  });

  it('reports in one line that a table is in use, and rolls the migration back', async () => {
    writeMigration('1_create', 'CREATE TABLE t (n int);');
    await applyMigrations(url, folder);
    const backup = new Client({ connectionString: url });
    await backup.connect();
    await backup.query('BEGIN; SELECT FROM t');
    const withBody = 'CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$\nBEGIN\n RETURN 1;\nEND\n$$;';
    writeMigration('2_alter', `CREATE TABLE u (n int); ${withBody} ALTER TABLE t ADD COLUMN m int;`);
    await expect(applyMigrations(url, folder, { patienceMs: 0 })).rejects.toThrow(
      new StartError(
        'The migration 2_alter failed: a backup or another start has locked a table that it changes. Start again when that has ended.',
      ),
    );
    expect(await rows("SELECT to_regclass('u') AS u")).toEqual([{ u: null }]);
    await backup.end();
    expect(await applyMigrations(url, folder)).toEqual(['2_alter']);
  });

  it.each([
    ['sessions', 'users'],
    ['users', 'sessions'],
  ])('neither ends nor is ended by a request that uses %s and then %s', async (first, second) => {
    const tables = 'CREATE TABLE users (n int); CREATE TABLE sessions (n int);';
    writeMigration('1_create', `${tables} CREATE INDEX sessions_n ON sessions (n);`);
    await applyMigrations(url, folder);
    writeMigration('2_alter', 'ALTER TABLE users ADD COLUMN m int; DROP INDEX sessions_n;');
    await client.query(`BEGIN; SELECT FROM ${first}`);
    const applied = applyMigrations(url, folder);
    await expect.poll(countWaiting).toBe(1);
    await client.query(`SELECT FROM ${second}; COMMIT`);
    expect(await applied).toEqual(['2_alter']);
  });

  it('reports in one line which right the role lacks, and what grants it', async () => {
    await client.query(
      'REVOKE ALL ON SCHEMA public FROM PUBLIC, pg_database_owner; GRANT USAGE ON SCHEMA public TO PUBLIC',
    );
    writeMigration('20260101000000_first', 'CREATE TABLE first ()');
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      /^The table of the migrations cannot be used: permission denied for schema public\. Run as the owner of the database: GRANT CREATE ON DATABASE "migrations_\w+" TO "\w+"; GRANT USAGE, CREATE ON SCHEMA "public" TO "\w+"\.$/,
    );
    await client.query('GRANT CREATE ON SCHEMA public TO pg_database_owner');
    expect(await applyMigrations(url, folder)).toEqual(['20260101000000_first']);
    await client.query('REVOKE ALL ON _prisma_migrations FROM CURRENT_USER');
    await expect(applyMigrations(url, folder)).rejects.toThrow(
      /permission denied for table _prisma_migrations\. Make "\w+" the owner of every table of the app, and of the schema graphile_worker: ALTER TABLE … OWNER TO "\w+"; ALTER SCHEMA … OWNER TO "\w+"\.$/,
    );
  });

  it.each([
    [
      'default_transaction_read_only=on',
      /in a read-only transaction\. It is a standby.* ALTER DATABASE "\w+" RESET default/,
    ],
    ['search_path=nowhere', /no schema has been selected .*\. No schema of search_path .* CREATE SCHEMA/],
  ])('reports in one line what to do about %s', async (setting, advice) => {
    const failure = applyMigrations(`${url}?options=-c%20${setting}`, folder);
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(advice);
    await expect(failure).rejects.not.toThrow(/GRANT CREATE ON DATABASE|\n/);
  });

  it('refuses a migration that was changed after it had been applied', async () => {
    writeMigration('1_create', 'CREATE TABLE t (n int);');
    await applyMigrations(url, folder);
    writeMigration('1_create', 'CREATE TABLE t (n bigint);');
    await expect(applyMigrations(url, folder)).rejects.toThrow('1_create was changed');
  });

  it('refuses a migration that the CLI recorded as failed, and explains how to resolve it', async () => {
    writeMigration('1_create', 'CREATE TABLE t (n int);');
    await applyMigrations(url, folder);
    await client.query('UPDATE _prisma_migrations SET finished_at = NULL');
    await expect(applyMigrations(url, folder)).rejects.toThrow(/migrate resolve --applied .* 1_create/);
  });

  it('reports in one line, without the password, which database is unavailable', async () => {
    const failure = applyMigrations('postgresql://me:secret@127.0.0.1:1/things', folder);
    await expect(failure).rejects.toBeInstanceOf(StartError);
    await expect(failure).rejects.toThrow(
      /^The database 127\.0\.0\.1:1\/things \(DATABASE_URL, or DATABASE_DIRECT_URL if it is set\) cannot .*ECONNREFUSED.*$/,
    );
    await expect(failure).rejects.not.toThrow('secret');
  });
});

it('no function that begins a subtransaction may run in a parallel worker, because PostgreSQL 15 refuses it', async () => {
  const migrated = new Client({ connectionString: inject('templateUrl') });
  await migrated.connect();
  const { rows: functions } = await migrated.query(
    `SELECT oid::regprocedure AS name FROM pg_proc
     WHERE pronamespace = 'public'::regnamespace AND prosrc ~ '\\mEXCEPTION\\s+WHEN\\M' AND proparallel <> 'u'`,
  );
  await migrated.end();
  expect(functions).toEqual([]);
});

const scriptOf = (migration: string) =>
  readFileSync(join(migrationsFolder, migration, 'migration.sql'), 'utf8');

it('the questions that an installation once imported are known after the upgrade: those of each bank, also if the event lost its details, or none', async () => {
  const name = '20261128113832_release_questions';
  const all = readdirSync(migrationsFolder).filter((other) => /^\d/.test(other));
  for (const earlier of all.filter((other) => other < name)) writeMigration(earlier, scriptOf(earlier));
  await applyMigrations(url, folder);
  onTestFinished(() => void client.query('ROLLBACK'));
  const later = all.filter((other) => other >= name).map(scriptOf);
  for (const [details, had] of [
    ['{"rows": 140}', 75],
    ['{"rows": 165}', 165],
    [null, 75],
    [undefined, 0],
  ] as const) {
    await client.query('BEGIN');
    if (details !== undefined) {
      await client.query(
        `WITH event AS (
         INSERT INTO audit_events (action, details_hash) VALUES ('importQuestions', '') RETURNING id
       ) INSERT INTO audit_details (event_id, salt, details) SELECT id, '', $1 FROM event`,
        [details],
      );
    }
    for (const script of later) await client.query(script);
    const known = await rows('SELECT text FROM quiz_release_questions');
    await client.query('ROLLBACK');
    expect([details, known.length]).toEqual([details, had]);
  }
});

it('CHANGELOG.md has the upgrade notes of every migration', () => {
  const notes = readFileSync(join(rootFolder, 'CHANGELOG.md'), 'utf8');
  const names = readdirSync(migrationsFolder).filter((name) => /^\d/.test(name));
  expect(names.filter((name) => !notes.includes(`\`${name}\``))).toEqual([]);
});
