import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startDeafProxy } from '#test/deaf-proxy.ts';
import { about, examine, failureOf, machine, usePatient, warningOf, wrongPassword } from '#test/doctor.ts';
import { judgeServer, type ServerFacts } from './check-database.ts';

const patient = usePatient();

/** Empty, on the server of the tests. */
async function createDatabase(options: string): Promise<{ url: string; drop: () => Promise<unknown> }> {
  const url = new URL(patient.database.url);
  url.pathname = `${url.pathname}_other`;
  const name = url.pathname.slice(1);
  await patient.database.pool.query(`CREATE DATABASE ${name} ${options}`);
  return { url: url.href, drop: () => patient.database.pool.query(`DROP DATABASE ${name} WITH (FORCE)`) };
}

const change = (difference: Partial<URL>) => Object.assign(new URL(patient.database.url), difference).href;

describe('the database', () => {
  it.each([
    ['that is not there', () => change({ port: '1' }), '127.0.0.1:1/test_', 'refuses the connection'],
    [
      'of an unknown host',
      () => change({ hostname: 'db.invalid' }),
      'db.invalid',
      'Correct it in DATABASE_URL',
    ],
    [
      'with a wrong password',
      () => change({ password: wrongPassword }),
      '/test_',
      'refuses the user or its password',
    ],
    ['of another name', () => change({ pathname: '/nowhere' }), '/nowhere', 'has no such database'],
  ])('fails %s, and is missing to others only', async (_what, url, place, part) => {
    const examination = await examine(patient, { DATABASE_URL: url() });
    expect(about(examination, 'FAILED', 'database')).toContain(part);
    expect(about(examination, 'FAILED', 'database')).toContain(place);
    expect(about(examination, 'skipped', 'migrations')).toContain('needs the database');
    expect(about(examination, 'ok', 'store')).not.toBe('');
    expect(examination.isWell).toBe(false);
  });

  it('fails in another encoding than UTF8', async () => {
    const other = await createDatabase(
      "ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
    );
    expect(await failureOf(patient, 'database', { DATABASE_URL: other.url })).toContain('is in SQL_ASCII');
    await other.drop();
  });

  it('fails where the way past the pooler leads to another one, or nowhere', async () => {
    const other = await createDatabase('');
    const elsewhere = await failureOf(patient, 'database', { DATABASE_DIRECT_URL: other.url });
    expect(elsewhere).toContain('DATABASE_DIRECT_URL leads to another database');
    const nowhere = await failureOf(patient, 'database', { DATABASE_DIRECT_URL: change({ port: '1' }) });
    expect(nowhere).toContain(
      'refuses the connection. Start what listens there, or correct host and port in DATABASE_DIRECT_URL',
    );
    await other.drop();
  });

  it('fails where the search path leads nowhere', async () => {
    const lost = change({ search: '?options=-c%20search_path%3Dnowhere' });
    expect(await failureOf(patient, 'database', { DATABASE_URL: lost })).toContain('leads to no schema');
    expect(about(await examine(patient, { DATABASE_URL: lost }), 'ok', 'notifications')).not.toBe('');
  });

  const facts: ServerFacts = {
    version: '17.4',
    major: 17,
    encoding: 'UTF8',
    is_standby: false,
    role: 'app',
    is_superuser: false,
    schema: 'public',
    may_create: true,
    may_make_schemas: true,
    has_jobs: true,
    free_connections: 80,
  };
  it.each([
    ['too old', { version: '14.9', major: 14 }, 'FAILED', 'Upgrade it to 15 or newer'],
    ['a standby', { is_standby: true }, 'FAILED', 'to the primary'],
    [
      'without the right to make tables',
      { may_create: false },
      'FAILED',
      'GRANT CREATE ON SCHEMA public TO app',
    ],
    ['without a schema', { schema: null, may_create: null }, 'FAILED', 'search_path'],
    [
      'without the right to make the queue',
      { may_make_schemas: false, has_jobs: false },
      'FAILED',
      'GRANT CREATE',
    ],
    ['open to a superuser', { is_superuser: true }, 'warning', 'Give the app a plain role'],
    ['nearly full', { free_connections: 3 }, 'warning', 'only 3 connections are free'],
  ])('is judged where it is %s', (_what, difference, level, part) => {
    expect(judgeServer({ ...facts, ...difference })).toEqual([
      { level, text: expect.stringContaining(part) as string },
    ]);
  });

  it('fails where notifications are swallowed on the way', async () => {
    const deaf = await startDeafProxy(patient.database.url);
    const line = await failureOf(patient, 'notifications', { DATABASE_DIRECT_URL: deaf.url });
    expect(line).toContain('Let DATABASE_DIRECT_URL lead past the pooler');
    await deaf.close();
  });
});

describe('the tables', () => {
  it('are well where they are still to be made', async () => {
    const other = await createDatabase('');
    const examination = await examine(patient, { DATABASE_URL: other.url });
    expect(about(examination, 'ok', 'migrations')).toContain('the next start applies 20261121000000_initial');
    expect(about(examination, 'skipped', 'jobs')).not.toBe('');
    expect(about(examination, 'skipped', 'superuser')).not.toBe('');
    expect(examination.isWell).toBe(true);
    await other.drop();
  });

  it('fail with a migration that failed, and say how to resolve it', async () => {
    const name = '20990101000000_broken';
    await patient.database.pool.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('broken', 'x', '${name}')`,
    );
    expect(await failureOf(patient, 'migrations')).toMatch(/broken failed before.*migrate resolve/);
    await patient.database.pool.query("DELETE FROM _prisma_migrations WHERE id = 'broken'");
  });

  it.each([
    [
      'fail with a changed one',
      'FAILED',
      'was changed after',
      (copy: string) => writeFileSync(join(copy, '20261121000000_initial/migration.sql'), 'SELECT 1;'),
    ],
    [
      'await one of an upgrade',
      'ok',
      'applies 20990101000000_new',
      (copy: string) => {
        mkdirSync(join(copy, '20990101000000_new'));
        writeFileSync(join(copy, '20990101000000_new/migration.sql'), 'SELECT 1;');
      },
    ],
    [
      'warn an older version',
      'warning',
      'a newer version has applied 20261121000000_initial',
      (copy: string) => rmSync(join(copy, '20261121000000_initial'), { recursive: true }),
    ],
  ])('%s', async (_what, level, part, edit) => {
    const copy = mkdtempSync(join(tmpdir(), 'declassified-'));
    cpSync(machine.migrationsFolder, copy, { recursive: true });
    edit(copy);
    expect(about(await examine(patient, {}, { migrationsFolder: copy }), level, 'migrations')).toContain(
      part,
    );
    rmSync(copy, { recursive: true });
  });

  it('warn of jobs that wait, fail again and again, or were given up', async () => {
    await patient.database.pool.query(`
      SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() - interval '20 minutes');
      SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 hour');`);
    const late = await warningOf(patient, 'jobs');
    expect(late).toContain('1 wait, the oldest for 20 minutes. No server works on them: start one.');
    await patient.database.pool.query(
      'UPDATE graphile_worker._private_jobs SET attempts = 20 WHERE run_at > now()',
    );
    expect(await warningOf(patient, 'jobs')).toContain('1 have failed for 10 minutes');
    await patient.database.pool.query('UPDATE graphile_worker._private_jobs SET max_attempts = 20');
    expect(await warningOf(patient, 'jobs')).toContain('1 were given up');
    await patient.database.pool.query('DELETE FROM graphile_worker._private_jobs');
  });

  it('warn where no superuser is active, or none is there', async () => {
    await patient.database.pool.query('UPDATE users SET is_active = false');
    expect(await warningOf(patient, 'superuser')).toContain('npm run user -- create');
    await patient.database.pool.query('UPDATE users SET is_superuser = false');
    expect(await warningOf(patient, 'superuser')).toContain('The next start makes one');
    await patient.database.pool.query('UPDATE users SET is_active = true, is_superuser = true');
  });
});
