import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#platform/config/config.ts';
import { backupName, writeCheck } from '#domain/backups/backup-files.ts';
import { migrationsFolder } from '#root-folders.ts';
import { dump } from '#test/database.ts';
import { secrets, statfsWith, useDoctor } from '#test/doctor.ts';
import { runCommand } from '#test/run-command.ts';
import { startUnresponsiveProxy } from '#test/unresponsive-proxy.ts';
import { checkTestMail } from './check-backups.ts';
import { runDoctor } from './doctor.ts';

const { folder, database, servers, environment, machine, examine, expectLine, databaseUrlWith } = useDoctor();

describe('the doctor', () => {
  it('reports that every check passed, changes no table, store or folder, and sends no email', async () => {
    const before = await dump(database);
    const { isHealthy, lines } = await examine();
    expect(isHealthy).toBe(true);
    const names = lines.map((line) => line.split(/ +/)[1]);
    expect(names.join(' ')).toBe(
      'configuration database migrations jobs notifications superuser secrets store backups smtp clock disk',
    );
    // The role of a developer's own PostgreSQL may be a superuser.
    expect(lines.filter((line) => !/^(ok|warning +database) /.test(line))).toEqual([]);
    expect(await dump(database)).toEqual(before);
    expect(servers.s3.buckets.get(servers.s3.options.bucket)?.size).toBe(0);
    expect(servers.smtp.received).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('prints its report and no warning of a library', async () => {
    const variables = Object.fromEntries(
      Object.entries(environment()).map(([name, value = '']) => [name, value]),
    );
    const { code, output, errors } = await runCommand('doctor', [], variables);
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(output).toMatch(/^ok +store +/m);
  });

  it('passes before the first start, and creates nothing', async () => {
    const lines: string[] = [];
    expect(await runDoctor({ DATA_DIR: join(folder, 'new') }, machine, (line) => lines.push(line))).toBe(
      true,
    );
    expect(lines.join('\n')).toMatch(/^skipped +database +the first start creates/m);
    expect(lines.join('\n')).toMatch(/^ok +store /m);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('the database', () => {
  it.each([
    ['password authentication failed', () => databaseUrlWith({ password: secrets.wrong })],
    ['"nowhere" does not exist', () => databaseUrlWith({ pathname: '/nowhere' })],
  ])('fails and reports: %s', async (part, url) => {
    await expectLine('FAILED', 'database', part, { DATABASE_URL: url() });
  });

  it('fails with the store, the mail server and the machine beside each other, and skips only the checks that need it', async () => {
    const variables = {
      DATABASE_URL: databaseUrlWith({ port: '1' }),
      S3_ENDPOINT: 'http://127.0.0.1:1',
      SMTP_URL: 'smtp://127.0.0.1:1',
    };
    const { lines, isHealthy } = await examine(variables, { statfs: statfsWith(10) });
    expect(isHealthy).toBe(false);
    expect(lines.filter((line) => line.startsWith('FAILED'))).toEqual([
      expect.stringMatching(/ database .*ECONNREFUSED 127\.0\.0\.1:1\. Check DATABASE_URL/),
      expect.stringMatching(/ store .*ECONNREFUSED 127\.0\.0\.1:1/),
      expect.stringMatching(/ smtp .*ECONNREFUSED 127\.0\.0\.1:1/),
      expect.stringMatching(/ disk .*has 10 MiB/),
    ]);
    const skipped = lines.filter((line) => line.startsWith('skipped'));
    const needing = ['migrations', 'jobs', 'notifications', 'superuser', 'secrets', 'clock'];
    expect(skipped).toEqual(
      needing.map((name) => expect.stringMatching(new RegExp(`^skipped +${name} +needs the database$`))),
    );
  });

  it('fails if notifications do not arrive, or if nothing listens at the direct URL', async () => {
    const proxy = await startUnresponsiveProxy(database.url);
    await expectLine('FAILED', 'notifications', 'Correct DATABASE_DIRECT_URL', {
      DATABASE_DIRECT_URL: proxy.url,
    });
    await proxy.begin();
    const nowhere = { DATABASE_DIRECT_URL: databaseUrlWith({ port: '1' }) };
    await expectLine('FAILED', 'notifications', 'Check DATABASE_DIRECT_URL', nowhere);
  });

  it('passes before the tables exist', async () => {
    const url = databaseUrlWith({ pathname: `${new URL(database.url).pathname}_other` });
    await database.pool.query(`CREATE DATABASE ${new URL(url).pathname.slice(1)}`);
    await expectLine('ok', 'migrations', 'the next start applies 2026', { DATABASE_URL: url });
    await expectLine('skipped', 'superuser', 'the first start creates its tables', { DATABASE_URL: url });
    await database.pool.query(`DROP DATABASE ${new URL(url).pathname.slice(1)} WITH (FORCE)`);
  });

  it('fails if its role may not create what the start creates, and reports the grant', async () => {
    await database.pool.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC, pg_database_owner');
    await expectLine('FAILED', 'database', 'GRANT USAGE, CREATE ON SCHEMA public TO ');
    // Then it is no longer the schema in use.
    await database.pool.query('REVOKE USAGE ON SCHEMA public FROM PUBLIC, pg_database_owner');
    await expectLine('FAILED', 'database', 'GRANT USAGE, CREATE ON SCHEMA public TO ');
    await database.pool.query(
      'GRANT USAGE ON SCHEMA public TO PUBLIC; GRANT USAGE, CREATE ON SCHEMA public TO pg_database_owner',
    );
  });

  it.each([
    ['default_transaction_read_only is on', 'default_transaction_read_only=on'],
    ['no schema of its search_path ("$user",nowhere) exists', 'search_path="$user",nowhere'],
    // The catalog belongs to the superuser.
    ['belong to others, such as pg_', 'search_path=pg_catalog'],
  ])('fails and reports what stops a start: %s', async (part, setting) => {
    const search = `?options=${encodeURIComponent(`-c ${setting}`)}`;
    await expectLine('FAILED', 'database', part, { DATABASE_URL: databaseUrlWith({ search }) });
  });

  it.each([
    [
      'permission denied for table users',
      'REVOKE SELECT ON users FROM CURRENT_USER',
      'GRANT SELECT ON users TO CURRENT_USER',
    ],
    [
      'column users.is_superuser does not exist',
      'ALTER TABLE users RENAME COLUMN is_superuser TO other',
      'ALTER TABLE users RENAME COLUMN other TO is_superuser',
    ],
  ])('fails with what the database says, and no source text: %s', async (part, change, undo) => {
    await database.pool.query(change);
    await expectLine('FAILED', 'superuser', `${part}. Check DATABASE_URL.`);
    await database.pool.query(undo);
  });

  it('warns of migrations of a newer version, names pending migrations, and fails for a changed migration', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'declassified-'));
    const [first = ''] = readdirSync(migrationsFolder).toSorted();
    await expectLine('warning', 'migrations', `has applied ${first}`, {}, { migrationsFolder: copy });
    cpSync(migrationsFolder, copy, { recursive: true });
    mkdirSync(join(copy, '20990101000000_new'));
    writeFileSync(join(copy, '20990101000000_new/migration.sql'), 'SELECT 1;');
    await expectLine('ok', 'migrations', 'applies 20990101000000_new', {}, { migrationsFolder: copy });
    writeFileSync(join(copy, first, 'migration.sql'), 'SELECT 1;');
    await expectLine('FAILED', 'migrations', 'was changed after', {}, { migrationsFolder: copy });
    rmSync(copy, { recursive: true });
  });

  it('warns of jobs that wait too long or fail repeatedly', async () => {
    await database.pool.query(`
      SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() - interval '20 minutes');
      SELECT graphile_worker.add_job('send_mail', '{}', run_at => now() + interval '1 hour');`);
    await expectLine('warning', 'jobs', '1 wait for more than 10 minutes. Start a server');
    await database.pool.query(`
      SELECT graphile_worker.reschedule_jobs(array_agg(id), attempts => 20)
      FROM graphile_worker.jobs WHERE run_at > now()`);
    await expectLine('warning', 'jobs', '1 fail repeatedly');
    await database.pool.query(
      'SELECT graphile_worker.complete_jobs(array_agg(id)) FROM graphile_worker.jobs',
    );
  });

  it('warns if no superuser is active', async () => {
    await database.pool.query('UPDATE users SET is_active = false');
    await expectLine('warning', 'superuser', 'npm run user -- create');
    await database.pool.query('UPDATE users SET is_active = true');
  });
});

describe('the store', () => {
  it('fails with a wrong key', () =>
    expectLine('FAILED', 'store', 'Check the S3_ variables', { S3_SECRET_ACCESS_KEY: secrets.wrong }));

  it.each([
    ['PUT', 'Check the S3_ variables'],
    ['GET', 'does not return the stored file'],
    ['DELETE', 'Check the S3_ variables'],
  ])('fails without the permission to %s', async (method, part) => {
    servers.s3.refusedMethods = [method];
    await expectLine('FAILED', 'store', part);
    servers.s3.buckets.get(servers.s3.options.bucket)?.clear();
  });

  it('that accepts connections and does not respond has timed out, like such a database', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const port = String((silent.address() as AddressInfo).port);
    const variables = { S3_ENDPOINT: `http://127.0.0.1:${port}`, DATABASE_URL: databaseUrlWith({ port }) };
    const { lines } = await examine(variables);
    silent.close();
    expect(lines).toContain('FAILED   store          timed out. Check the S3_ variables.');
    expect(lines).toContain('FAILED   database       timed out. Check DATABASE_URL.');
  });

  it('warns if the server cannot reach the public endpoint, and if the bucket is missing, which it does not create', async () => {
    await expectLine('warning', 'store', 'Browsers need it', { S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' });
    await expectLine('warning', 'store', 'has no bucket mistyped', { S3_BUCKET: 'mistyped' });
    expect(servers.s3.buckets.has('mistyped')).toBe(false);
  });
});

const smtpUrl = (prefix: string, suffix = '') => `${prefix}127.0.0.1:${servers.smtp.port}${suffix}`;

describe('email', () => {
  it.each([
    ['Invalid login', () => smtpUrl('smtp://mailer:hunter2@', '?tls.rejectUnauthorized=false')],
    ['certificate', () => smtpUrl('smtp://')],
  ])('fails and reports: %s', (part, url) => expectLine('FAILED', 'smtp', part, { SMTP_URL: url() }));

  it('warns in production without SMTP_URL, because nobody reads the local mailbox', async () => {
    const variables = { NODE_ENV: 'production', ALLOW_EMBEDDED: 'true', SMTP_URL: '' };
    await expectLine('warning', 'smtp', 'Set SMTP_URL', variables);
  });
});

/** The line of the test email. */
const mailLine = async (url?: string) => {
  const variables = url === undefined ? {} : { SMTP_URL: url };
  const { lines } = await examine(variables, {}, { mailTo: 'ada@example.org' });
  return lines.find((line) => line.includes(' mail '));
};

describe('a test email', () => {
  it('goes through the queue, and the answer of the server is reported without the password', async () => {
    expect(await mailLine()).toMatch(
      /^ok +mail +127\.0\.0\.1:\d+ accepted the email with the code 250: (?!250)/,
    );
    expect(servers.smtp.received.map(({ recipients }) => recipients)).toEqual([['ada@example.org']]);
    const wrong = smtpUrl('smtp://mailer:hunter2@', '?tls.rejectUnauthorized=false');
    expect(await mailLine(wrong)).toMatch(
      /^FAILED +mail +127\.0\.0\.1:\d+ refused the email with the code 535: (?!535)/,
    );
    expect(await mailLine('smtp://127.0.0.1:1')).toMatch(
      /^FAILED +mail +127\.0\.0\.1:1 cannot be reached: .*ECONNREFUSED.*\. Check SMTP_URL\.$/,
    );
    expect(await mailLine('')).toMatch(/^warning +mail +there is no mail server/);
  });

  it('that a running server takes which has no mail server is not said to lack SMTP_URL here', async () => {
    await database.pool.query(`
      CREATE FUNCTION put_into_mailbox() RETURNS trigger LANGUAGE plpgsql AS
        'BEGIN NEW.outcome = ''mailbox''; RETURN NEW; END';
      CREATE TRIGGER running_server BEFORE UPDATE ON test_mails FOR EACH ROW EXECUTE FUNCTION put_into_mailbox()`);
    expect(await mailLine()).toMatch(/^warning +mail +the running server has no mail server: .*SMTP_URL/);
    await database.pool.query('DROP FUNCTION put_into_mailbox CASCADE');
  });

  it('that a running server takes and never sends ends the wait', async () => {
    await database.pool.query(`
      CREATE FUNCTION leave() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
      CREATE TRIGGER running_server BEFORE UPDATE ON test_mails FOR EACH ROW EXECUTE FUNCTION leave()`);
    const product = { database, directUrl: database.url, place: '', close: async () => {} };
    expect(await checkTestMail(product, readConfig(environment()), 'ada@example.org', 500)).toEqual({
      level: 'FAILED',
      text: 'the running server took the email and has had no answer for 0.5 seconds. Its log says why.',
    });
    await database.pool.query('DROP FUNCTION leave CASCADE');
  });

  it('is refused for an address that is none', async () => {
    const { code, errors } = await runCommand('doctor', ['--mail', 'nobody'], {});
    expect([code, errors]).toEqual([1, expect.stringContaining('npm run doctor -- [--mail ADDRESS]')]);
  });
});

describe('the backups', () => {
  const backups = join(folder, 'backups');
  const variables = { BACKUPS: 'on', BACKUP_DIR: backups };

  it('are reported with their age, size and last check, and with what is wrong', async () => {
    await expectLine('ok', 'backups', `the first is due at 3:00, in ${backups}`, variables);
    mkdirSync(backups, { mode: 0o700 });
    const name = backupName(new Date(Date.now() - 5 * 3_600_000), 'daily');
    writeFileSync(join(backups, name), '');
    const future = join(backups, backupName(new Date(Date.now() + 86_400_000), 'daily'));
    writeFileSync(future, '');
    await expectLine(
      'ok',
      'backups',
      'the newest is 5 hours old and has 0.0 MB; none was checked yet; not counted: 1 backup with a date in the future',
      variables,
    );
    rmSync(future);
    await expectLine(
      'ok',
      'backups',
      'the newest is 5 hours old and has 0.0 MB; none was checked yet',
      variables,
    );
    await writeCheck(backups, name, { at: new Date(), fault: 'It is cut off.' });
    await expectLine('FAILED', 'backups', 'The check of a backup failed: It is cut off.', variables);
    await writeCheck(backups, name, { at: new Date(), fault: null });
    await expectLine(
      'ok',
      'backups',
      `one was restored on ${new Date().toISOString().slice(0, 10)}`,
      variables,
    );
    chmodSync(backups, 0o750);
    await expectLine('warning', 'backups', `others may enter ${backups}`, variables);
    rmSync(backups, { recursive: true });
  });

  it('are reported as off, and as missing if nobody makes them', async () => {
    await expectLine('ok', 'backups', 'off: whoever runs the database');
    const dataDir = join(folder, 'unused');
    const lines: string[] = [];
    await runDoctor({ DATA_DIR: dataDir, BACKUPS: 'off' }, machine, (line) => lines.push(line));
    expect(lines.join('\n')).toMatch(
      /^warning +backups +BACKUPS is off, so nobody backs up the embedded database\./m,
    );
  });
});

describe('the machine', () => {
  it.each([
    ['warning', 5],
    ['FAILED', -3_600],
  ])('is reported as %s if its clock is %d s off', (level, seconds) =>
    expectLine(level, 'clock', 'Synchronize both with NTP', {}, { now: () => Date.now() + seconds * 1_000 }),
  );

  it('is reported if its disk has little room', () =>
    expectLine('warning', 'disk', 'has 500 MiB', {}, { statfs: statfsWith(500) }));

  it('fails if a file is in place of a folder of DATA_DIR', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'declassified-'));
    for (const name of ['files', 'mailbox']) writeFileSync(join(dataDir, name), '');
    const local = Object.fromEntries(Object.keys(environment()).map((variable) => [variable, '']));
    for (const check of ['store', 'smtp'])
      await expectLine('FAILED', check, 'Check', { ...local, DATA_DIR: dataDir });
    rmSync(dataDir, { recursive: true });
  });
});
