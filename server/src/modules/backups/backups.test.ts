import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reauthenticate } from 'contract/accounts/accounts.ts';
import { createBackup, type Backup, linkBackup, listBackups } from 'contract/backups/backups.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeAutomaticBackup } from '#backup/automatic-backup.ts';
import { checkNewestBackup } from '#backup/backup-check.ts';
import { withBackupLock } from '#backup/backup-lock.ts';
import { tryLockBackups } from '#domain/backups/backups.queries.ts';
import { backupName } from '#domain/backups/backup-files.ts';
import { backupToCheck, readBackupState } from '#domain/backups/backup-state.ts';
import { withConnection } from '#platform/database/migrations.ts';
import { testSecret, useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { signInByCookie } from '#test/cookies.ts';
import { ageSignIns, createCaller, createUser, password } from '#test/factories.ts';
import { queuedJobs } from '#test/jobs.ts';
import { deliverMail } from '#test/mail.ts';
import { createEnrolledUser } from '#test/second-factors.ts';
import { countStatuses } from '#test/two-servers.ts';
import { makeRequestedBackup } from './daily-backup.service.ts';

const environment = { BACKUPS: 'on', JWT_SECRET: testSecret, RATE_LIMIT_SCALE: '1000' };
const test = useTestApp(environment);

let superuser: Awaited<ReturnType<typeof createCaller>>;
let backup: Backup;
let content: Buffer;
const list = async () =>
  (await callApi(test, listBackups, { access: superuser.access }).expect(200)).body as {
    data: Backup[];
    running: unknown;
    faults: string[];
  };
const link = (access: string, current_password = password, id = backup.name) =>
  callApi(test, linkBackup, { id, access, body: { current_password } });
const get = (
  url: string,
  headers: Record<string, string> = { authorization: `Bearer ${superuser.access}` },
) =>
  request(test.app.server)
    .get(url)
    .set(headers)
    .buffer()
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response
        .on('data', (chunk: Buffer) => chunks.push(chunk))
        .on('end', () => done(null, Buffer.concat(chunks)));
    });
const linkUrl = async () => (await link(superuser.access).expect(200)).body.url as string;
const downloads = (user: { id: string }) =>
  test.database.prisma.auditEvent.findMany({
    where: { action: 'downloadBackup', actor_id: user.id },
    orderBy: { id: 'asc' },
    include: { details: true },
  });

beforeAll(async () => {
  superuser = await createCaller(test, { is_superuser: true });
  await makeAutomaticBackup(test.config, { url: test.database.url, kind: 'daily' });
  [backup] = (await list()).data as [Backup];
  content = readFileSync(join(test.config.backups.folder, backup.name));
});

describe('the list of backups', () => {
  it('has what is complete in the folder, which nobody but the user of the server can enter', async () => {
    const { folder } = test.config.backups;
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, backup.name)).mode & 0o777).toBe(0o600);
    writeFileSync(join(folder, 'by an operator.backup'), '');
    writeFileSync(join(folder, `${backupName(new Date(), 'daily')}.part`), '');
    mkdirSync(join(folder, backupName(new Date(0), 'daily')));
    expect(await list()).toEqual({
      is_on: true,
      is_database_embedded: false,
      folder,
      disk: 'unknown',
      hour: 3,
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      running: null,
      faults: [],
      check_remedy: null,
      data: [
        {
          name: backup.name,
          kind: 'daily',
          created_at: expect.any(String),
          size_bytes: content.length,
          checked_at: null,
          check_fault: null,
        },
      ],
    });
  });

  it('has the backup that runs in any process, beside which no other is made', async () => {
    await withConnection(test.database.url, async (client) => {
      await tryLockBackups(client);
      expect((await list()).running).toEqual({ task: 'backup', bytes: null });
      await callApi(test, createBackup, { access: superuser.access }).expect(409);
    });
    await expect.poll(async () => (await list()).running).toBeNull();
    let during: unknown;
    // The database of a check lies beside the backup.
    const database = join(test.config.backups.folder, `${backup.name}.check-database`);
    mkdirSync(database);
    await withBackupLock({ url: test.database.url, waits: true, isCheck: true }, async () => {
      during = (await list()).running;
    });
    rmSync(database, { recursive: true });
    expect(during).toEqual({ task: 'check', bytes: null });
    await expect.poll(async () => (await list()).running).toBeNull();
  });
});

describe('a download', () => {
  it('has the whole file, also in parts and twice at once, for a minute, and superusers are mailed', async () => {
    const other = await createCaller(test, { is_superuser: true });
    const url = await linkUrl();
    // The browser may know the server by another origin than PUBLIC_URL, and its cookie belongs to that one.
    expect(url).toMatch(/^\/api\/core\/backup-files\//);
    const [first, second] = await Promise.all([get(url).expect(200), get(url).expect(200)]);
    expect(content.equals(first.body as Buffer) && content.equals(second.body as Buffer)).toBe(true);
    expect(first.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${backup.name}"`,
      'cache-control': expect.stringContaining('no-store'),
    });
    const part = await get(url).set('range', 'bytes=512-1023').expect(206);
    expect(content.subarray(512, 1024).equals(part.body as Buffer)).toBe(true);
    expect(part.headers['content-range']).toBe(`bytes 512-1023/${content.length}`);
    const head = await request(test.app.server)
      .head(url)
      .set({ authorization: `Bearer ${superuser.access}` })
      .expect(200);
    expect(head.headers['content-length']).toBe(String(content.length));
    const beyond = await get(url).set('range', `bytes=${content.length}-`).expect(416);
    expect(beyond.headers['content-disposition']).toBeUndefined();
    const whole = { name: backup.name, size_bytes: content.length };
    expect(
      (await downloads(superuser.user)).map(({ details }) => JSON.parse(details?.details ?? '')),
    ).toEqual([
      whole,
      whole,
      { ...whole, range: 'bytes=512-1023' },
      { ...whole, range: `bytes=${content.length}-` },
    ]);

    const mails = await deliverMail(test);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual(
      expect.arrayContaining(
        [superuser, other].map(({ user }) => [user.email, 'A backup can be downloaded']),
      ),
    );
    const event = await test.database.prisma.auditEvent.findFirst({
      where: { action: 'linkBackup', actor_id: superuser.user.id },
    });
    expect(event).not.toBeNull();
    const path = join(test.config.backups.folder, backup.name);
    renameSync(path, `${path}.moved`);
    await get(url).expect(404);
    renameSync(`${path}.moved`, path);
    await test.database.pool.query(`UPDATE export_links SET expires_at = now()`);
    await get(url).expect(404);
  });

  it('ends with the session that asked for the link, and with the rights of its user', async () => {
    const leaver = await createCaller(test, { is_superuser: true });
    const own = { authorization: `Bearer ${leaver.access}` };
    const url = (await link(leaver.access).expect(200)).body.url as string;
    await test.database.prisma.user.update({ where: { id: leaver.user.id }, data: { is_superuser: false } });
    await get(url, own).expect(403);
    await test.database.prisma.user.update({ where: { id: leaver.user.id }, data: { is_superuser: true } });
    await get(url, own).expect(200);
    await test.database.pool.query(`UPDATE sessions SET revoked_at = now() WHERE user_id = $1`, [
      leaver.user.id,
    ]);
    await get(url, own).expect(404);
  });

  it('works in the browser of its session alone, also for a plain navigation, and for no other session of the user', async () => {
    const asker = await createUser(test, { is_superuser: true });
    const [browser, other] = [
      await signInByCookie(request(test.app.server), asker),
      await signInByCookie(request(test.app.server), asker),
    ];
    const url = (await link(browser.body.access).expect(200)).body.url as string;
    const refused: Record<string, string>[] = [
      {},
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${superuser.access}` },
      { cookie: other.headers.cookie },
    ];
    for (const headers of refused) await get(url, headers).expect(404);
    expect(await downloads(asker)).toEqual([]);
    await get(url, { cookie: browser.headers.cookie }).expect(200);
    await get(url.replace(/.(?=\/$)/, '-'), { cookie: browser.headers.cookie }).expect(404);
    expect(await downloads(asker)).toHaveLength(1);
  });

  it('needs the password each time, and a session that began with it', async () => {
    const wrong = await link(superuser.access, 'not my password').expect(400);
    expect(wrong.body.code).toBe('invalid_credentials');
    await callApi(test, linkBackup, { id: backup.name, access: superuser.access, body: {} }).expect(400);
    const passkey = await createCaller(test, { is_superuser: true });
    await test.database.pool.query(
      'UPDATE sessions SET is_by_passkey = true, began_without_password = true WHERE user_id = $1',
      [passkey.user.id],
    );
    expect((await link(passkey.access).expect(403)).body.code).toBe('forbidden');
    // Entering it later does not change how the session began.
    const body = { current_password: password };
    await callApi(test, reauthenticate, { access: passkey.access, body }).expect(200);
    expect((await link(passkey.access).expect(403)).body.code).toBe('forbidden');
    for (const name of [
      '../../secret.backup',
      `${backup.name}.backup`,
      'last-failure.json',
      backupName(new Date(0), 'daily'),
    ])
      await link(superuser.access, password, encodeURIComponent(name)).expect(404);
    for (const flags of [{}, { is_staff: true }]) {
      const { access } = await createCaller(test, flags);
      await link(access).expect(403);
      await callApi(test, listBackups, { access }).expect(403);
    }
  });

  it('needs a second factor that was just checked, from a user who has one', async () => {
    const { user, access, freshCode } = await createEnrolledUser(test, { is_superuser: true });
    await ageSignIns(test, user.id, 5 * 60);
    expect((await link(access).expect(403)).body.code).toBe('reauthentication_required');
    await callApi(test, reauthenticate, { access, body: { method: 'totp', code: await freshCode() } }).expect(
      200,
    );
    await link(access, 'not my password').expect(400);
    await link(access).expect(200);
  });
});

describe('the check of a backup', () => {
  it('that has no room has no result, and is made as soon as there is room', async () => {
    // What PostgreSQL says of the size of the data needs more room than any disk has.
    await test.database.pool.query(`
      CREATE SCHEMA huge;
      CREATE FUNCTION huge.pg_database_size(name) RETURNS bigint LANGUAGE sql AS 'SELECT 2::bigint ^ 50'`);
    const url = new URL(test.database.url);
    url.searchParams.set('options', '-c search_path=huge,pg_catalog,public');
    const beside = { ...test.config, databaseUrl: undefined };
    await expect(checkNewestBackup(beside, url.href)).rejects.toThrow(/ MiB are needed\.$/);
    const { data, faults } = await list();
    expect(data[0]).toMatchObject({ checked_at: null, check_fault: null });
    expect(faults).toEqual([]);
    expect(backupToCheck(await readBackupState(test.config.backups), new Date())?.name).toBe(data[0]?.name);
    // Of an external database, the disk of the backups says nothing.
    const backups = { ...test.config.backups, folder: join(test.config.dataDir, 'other') };
    mkdirSync(backups.folder);
    writeFileSync(join(backups.folder, backupName(new Date(), 'daily')), 'no archive');
    await checkNewestBackup({ ...test.config, backups }, url.href);
    expect((await readBackupState(backups)).backups).toMatchObject([
      { check: { fault: expect.any(String) } },
    ]);
  });

  it.each([
    ['as the check notices', () => Promise.resolve('The disk of BACKUP_DIR has 9 MiB free.')],
    ['as the database says', () => Promise.reject(Object.assign(new Error('No space'), { code: '53100' }))],
  ])('of a disk that fills meanwhile, %s, has no result either', async (_, measure) => {
    await expect(checkNewestBackup(test.config, test.database.url, measure)).rejects.toThrow(/^The disk /);
    const { data, faults } = await list();
    expect(data[0]).toMatchObject({ checked_at: null, check_fault: null });
    expect(faults).toEqual([]);
  });
});

describe('a backup that a superuser asks for', () => {
  it('is not made by a queue in which it waited while backups were switched off', async () => {
    const tasks: string[] = [];
    const backupProcess = { run: async (task: string) => void tasks.push(task) };
    const jobDeps = { ...test.dependencies, backupProcess, logger: test.app.log };
    await makeRequestedBackup({ ...jobDeps, backups: { ...test.config.backups, isOn: false } });
    expect(tasks).toEqual([]);
    await makeRequestedBackup({ ...jobDeps, backups: test.config.backups });
    expect(tasks).toEqual(['by_hand']);
  });

  it('is made once, however many ask at once', async () => {
    const ask = () => callApi(test, createBackup, { access: superuser.access });
    const responses = await Promise.all([ask(), ask(), ask(), ask()]);
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 3 });
    expect((await queuedJobs(test.database)).filter(({ task }) => task === 'make_backup')).toHaveLength(1);
    expect((await list()).running).toEqual({ task: 'backup', bytes: null });
    await deliverMail(test);
  });
});
