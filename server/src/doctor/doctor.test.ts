import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { migrationsFolder } from '#root-folders.ts';
import { deriveKeys, keyNameOf } from '#auth/keys/keys.ts';
import { dump, useTestDatabase } from '#test/database.ts';
import { useFolder } from '#test/folder.ts';
import { startUnresponsiveProxy } from '#test/unresponsive-proxy.ts';
import { startS3, type TestS3 } from '#test/s3.ts';
import { startSmtpServer, type TestSmtpServer } from '#test/smtp.ts';
import type { Machine } from './check-machine.ts';
import { runDoctor } from './doctor.ts';

const account = { user: 'mailer', password: 'canary/smtp@password' };
const secrets = {
  jwt: 'canary-jwt-secret-canary-jwt-secret-canary',
  admin: 'canary admin password',
  /** The text that the tests use as a password. */
  wrong: 'hunter2',
};
const statfsWith = (freeMib: number) => async () => ({ bsize: 4096, bavail: freeMib * 256 });
const machine: Machine = { now: Date.now, statfs: statfsWith(1e6), onProgress: () => {}, migrationsFolder };

const folder = useFolder();
const database = useTestDatabase();
let s3: TestS3;
let smtp: TestSmtpServer;
beforeAll(async () => {
  await database.pool.query(`
    INSERT INTO users (id, username, email, password_hash, is_superuser, is_staff)
    VALUES (gen_random_uuid(), 'root', 'root@example.org', 'x', true, true)`);
  s3 = await startS3();
  s3.buckets.set(s3.options.bucket, new Map());
  smtp = await startSmtpServer({ account, startTls: true });
});
afterEach(() => {
  s3.refusedMethods = [];
});
afterAll(() => Promise.all([s3.stop(), smtp.stop()]));

/** An installation without problems. */
const environment = (): NodeJS.ProcessEnv => ({
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, 'data'),
  JWT_SECRET: secrets.jwt,
  SMTP_URL: `smtp://${account.user}:${encodeURIComponent(account.password)}@127.0.0.1:${smtp.port}?tls.rejectUnauthorized=false`,
  MAIL_FROM: 'no-reply@declassified.test',
  CONTACT_EMAIL: 'desk@declassified.test',
  S3_ENDPOINT: s3.options.endpoint,
  S3_PUBLIC_ENDPOINT: s3.options.publicEndpoint,
  S3_REGION: s3.options.region,
  S3_BUCKET: s3.options.bucket,
  S3_ACCESS_KEY_ID: s3.options.accessKeyId,
  S3_SECRET_ACCESS_KEY: s3.options.secretAccessKey,
  ADMIN_PASSWORD: secrets.admin,
});

/**
 * The report's lines for a changed installation, and whether it passes. Fails if a line contains a secret or is
 * malformed.
 */
async function examine(variables: NodeJS.ProcessEnv = {}, differences: Partial<Machine> = {}) {
  const lines: string[] = [];
  const isHealthy = await runDoctor(
    { ...environment(), ...variables },
    { ...machine, ...differences },
    (line) => lines.push(line),
  );
  const ofServers = [account.password, new URL(database.url).password, s3.options.secretAccessKey];
  const allSecrets = [...Object.values(secrets), ...ofServers];
  for (const secret of allSecrets.filter(Boolean)) expect(lines.join('\n')).not.toContain(secret);
  for (const line of lines) expect(line).toMatch(/^(ok|warning|FAILED|skipped) +[a-z]+ +\S[^\n]*$/);
  return { lines, isHealthy };
}

/** Fails unless the check has a line of the level with the text, and all other checks pass. */
async function expectLine(
  level: string,
  check: string,
  part: string,
  variables: NodeJS.ProcessEnv = {},
  differences: Partial<Machine> = {},
): Promise<void> {
  const { lines, isHealthy } = await examine(variables, differences);
  const found = lines.filter((line) => line.startsWith(`${level} `) && line.includes(` ${check} `));
  expect(found.join('\n')).toContain(part);
  expect(isHealthy).toBe(level !== 'FAILED');
}

const databaseUrlWith = (difference: Partial<URL>) => Object.assign(new URL(database.url), difference).href;

describe('the doctor', () => {
  it('reports that every check passed, changes no table, store or folder, and sends no email', async () => {
    const before = await dump(database);
    const { isHealthy, lines } = await examine();
    expect(isHealthy).toBe(true);
    const names = lines.map((line) => line.split(/ +/)[1]);
    expect(names.join(' ')).toBe(
      'configuration database migrations jobs notifications superuser secrets store smtp clock disk',
    );
    // The role of a developer's own PostgreSQL may be a superuser.
    expect(lines.filter((line) => !/^(ok|warning +database) /.test(line))).toEqual([]);
    expect(await dump(database)).toEqual(before);
    expect(s3.buckets.get(s3.options.bucket)?.size).toBe(0);
    expect(smtp.received).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
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

  it('stops if the configuration cannot be read', async () => {
    expect((await examine({ RATE_LIMIT_SCALE: 'fast' })).lines).toHaveLength(1);
  });
});

const withoutStore = Object.fromEntries(
  ['ENDPOINT', 'PUBLIC_ENDPOINT', 'REGION', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'].map((name) => [
    `S3_${name}`,
    '',
  ]),
);
const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://declassified.test' };

describe('the configuration', () => {
  it.each([
    ['FAILED', 'DATABASE_URL', { DATABASE_URL: 'postgresql://me:hunter2/x@h/db' }],
    ['FAILED', 'SMTP_URL is missing', { NODE_ENV: 'production', SMTP_URL: '' }],
    ['FAILED', 'PUBLIC_URL must begin with https', { ...production, PUBLIC_URL: 'http://declassified.test' }],
    ['warning', 'PUBLIC_URL is http://localhost:3000', { ...production, PUBLIC_URL: '' }],
    ['warning', 'browsers block the images', production],
    ['warning', 'TRUST_PROXY is empty', production],
    ['warning', 'RATE_LIMIT_SCALE is 100', { RATE_LIMIT_SCALE: '100' }],
    ['warning', 'JWT_SECRET is unset', { JWT_SECRET: '' }],
    ['warning', 'SMTP_URL is unset: only this machine has the emails, in', { SMTP_URL: '' }],
    ['warning', 'S3_ENDPOINT is unset: only this machine has the stored images, in', withoutStore],
  ])('is reported as %s with the text: %s', (level, part, variables) =>
    expectLine(level, 'configuration', part, variables),
  );
});

describe('the database', () => {
  it.each([
    ['ECONNREFUSED 127.0.0.1:1. Check DATABASE_URL', () => databaseUrlWith({ port: '1' })],
    ['password authentication failed', () => databaseUrlWith({ password: secrets.wrong })],
    ['"nowhere" does not exist', () => databaseUrlWith({ pathname: '/nowhere' })],
  ])('fails and reports: %s', async (part, url) => {
    await expectLine('FAILED', 'database', part, { DATABASE_URL: url() });
  });

  it('skips the checks that need the database while it is unavailable, and no others', async () => {
    const { lines } = await examine({ DATABASE_URL: databaseUrlWith({ port: '1' }) });
    expect(lines.join('\n')).toMatch(/^skipped +migrations +needs the database$/m);
    expect(lines.join('\n')).toMatch(/^ok +store /m);
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

describe('the secrets', () => {
  it('include a previous secret until no data needs it', async () => {
    await expectLine('ok', 'secrets', 'one');
    const previous = { JWT_SECRET_PREVIOUS: 'the secret that was here before this one' };
    await expectLine('warning', 'secrets', 'Remove it', previous);
    const id = uuidv7();
    await database.prisma.user.create({
      data: { id, username: 'former', email: 'former@e.org', password_hash: '' },
    });
    await database.prisma.accountLink.create({
      data: {
        id,
        user_id: id,
        purpose: 'undo_email_change',
        email: 'former@e.org',
        nonce: new Uint8Array(16),
        expires_at: new Date(Date.now() + 60_000),
      },
    });
    await expectLine('ok', 'secrets', '0 sessions, 1 links, 0 devices and 0 second factors', previous);
    await database.prisma.user.delete({ where: { id } });
    // The sealer checks the last seal before it signs the next one.
    const keyName = keyNameOf(deriveKeys(previous.JWT_SECRET_PREVIOUS).auditSeal);
    await database.pool.query(
      `INSERT INTO audit_seals (id, epoch, key_name, after_event_id, first_transaction, end_transaction, last_event_id,
                                events, events_hash, sealed_at, hash, mac)
       VALUES (1, 1, '${keyName}', 0, '0', '1', 0, 0, '', now(), '', '')`,
    );
    await expectLine('ok', 'secrets', 'signed the last seal of the audit trail', previous);
  });
});

describe('the store', () => {
  it.each([
    ['Check the S3_ variables', { S3_SECRET_ACCESS_KEY: secrets.wrong }],
    ['ECONNREFUSED 127.0.0.1:1', { S3_ENDPOINT: 'http://127.0.0.1:1' }],
  ])('fails and reports: %s', (part, variables) => expectLine('FAILED', 'store', part, variables));

  it.each([
    ['PUT', 'Check the S3_ variables'],
    ['GET', 'does not return the stored file'],
    ['DELETE', 'Check the S3_ variables'],
  ])('fails without the permission to %s', async (method, part) => {
    s3.refusedMethods = [method];
    await expectLine('FAILED', 'store', part);
    s3.buckets.get(s3.options.bucket)?.clear();
  });

  it('warns if the server cannot reach the public endpoint, and if the bucket is missing, which it does not create', async () => {
    await expectLine('warning', 'store', 'Browsers need it', { S3_PUBLIC_ENDPOINT: 'http://127.0.0.1:1' });
    await expectLine('warning', 'store', 'has no bucket mistyped', { S3_BUCKET: 'mistyped' });
    expect(s3.buckets.has('mistyped')).toBe(false);
  });
});

const smtpUrl = (prefix: string, suffix = '') => `${prefix}127.0.0.1:${smtp.port}${suffix}`;

describe('email', () => {
  it.each([
    ['ECONNREFUSED 127.0.0.1:1', () => 'smtp://127.0.0.1:1'],
    ['Invalid login', () => smtpUrl('smtp://mailer:hunter2@', '?tls.rejectUnauthorized=false')],
    ['certificate', () => smtpUrl('smtp://')],
  ])('fails and reports: %s', (part, url) => expectLine('FAILED', 'smtp', part, { SMTP_URL: url() }));

  it('warns in production without SMTP_URL, because nobody reads the local mailbox', async () => {
    const variables = { NODE_ENV: 'production', ALLOW_EMBEDDED: 'true', SMTP_URL: '' };
    await expectLine('warning', 'smtp', 'Set SMTP_URL', variables);
  });
});

describe('the machine', () => {
  it.each([
    ['warning', 5],
    ['FAILED', -3_600],
  ])('is reported as %s if its clock is %d s off', (level, seconds) =>
    expectLine(level, 'clock', 'Synchronize both with NTP', {}, { now: () => Date.now() + seconds * 1_000 }),
  );

  it.each([
    ['FAILED', 'has 10 MiB', 10],
    ['warning', 'has 500 MiB', 500],
  ])('is reported as %s if the disk %s free', (level, part, freeMib) =>
    expectLine(level, 'disk', part, {}, { statfs: statfsWith(freeMib) }),
  );

  it('fails if a file is in place of a folder of DATA_DIR', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'declassified-'));
    for (const name of ['files', 'mailbox']) writeFileSync(join(dataDir, name), '');
    const local = Object.fromEntries(Object.keys(environment()).map((variable) => [variable, '']));
    for (const check of ['store', 'smtp'])
      await expectLine('FAILED', check, 'Check', { ...local, DATA_DIR: dataDir });
    rmSync(dataDir, { recursive: true });
  });
});
