import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { updatePreferences } from 'contract/preferences/preferences.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  backupName,
  removeBackupFailure,
  writeBackupFailure,
  writeCheck,
} from '#domain/backups/backup-files.ts';
import { findBackupFaults, readBackupState } from '#domain/backups/backup-state.ts';
import { createMetrics } from '#metrics.ts';
import { backUpDaily, type BackupJobDependencies } from '#modules/backups/daily-backup.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { alertStaff } from './alerts.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000', BACKUPS: 'on' });

let agent: Awaited<ReturnType<typeof createCaller>>;
let plain: Awaited<ReturnType<typeof createUser>>;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
  plain = await createUser(test);
});
beforeEach(() =>
  test.database.pool.query(
    `TRUNCATE notifications, alerts, ip_records, log_records; DELETE FROM dataset_refreshes;
     DELETE FROM graphile_worker._private_jobs`,
  ),
);

const alert = (freeMib = 100_000) =>
  alertStaff({ ...test.dependencies, dataDir: '/', readFreeMib: async () => freeMib });
const notified = async ({ id } = agent.user) =>
  (
    await test.database.prisma.notification.findMany({
      where: { user_id: id, kind: { in: ['attack', 'failures', 'system'] } },
      orderBy: { id: 'asc' },
    })
  ).map(({ kind, text, link }) => ({ kind, text, link }));

const fail = (count: number, ipAddress: string, userIds: (string | null)[] = [null], minutes = 1) =>
  test.database.prisma.ipRecord.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      id: uuidv7(),
      action: 'login_failed',
      ip_address: ipAddress,
      user_id: userIds[index % userIds.length] ?? null,
      created_at: new Date(Date.now() - minutes * 60_000),
    })),
  });
const log = (message: string, level = 'ERROR') =>
  test.database.prisma.logRecord.create({ data: { id: uuidv7(), message, level, from_proxy: false } });
const age = (hours: number) =>
  test.database.pool.query(`UPDATE alerts SET last_at = last_at - $1 * interval '1 hour'`, [hours]);

describe('attack', () => {
  it('notifies staff alone of 50 failed sign-ins from one network, with a link to them, once an hour', async () => {
    await fail(25, '203.0.113.7');
    await fail(24, '203.0.113.8');
    await fail(60, '198.51.100.1', [null], 11);
    await alert();
    expect(await notified()).toEqual([]);
    await fail(1, '203.0.113.9');
    await alert();
    await alert();
    expect(await notified()).toEqual([
      {
        kind: 'attack',
        text: '50 sign-ins from 203.0.113.0/24 failed within 10 minutes, to 0 known accounts.',
        link: '/admin/timeline?ip_address=203.0.113.0%2F24',
      },
    ]);
    expect(await notified(plain)).toEqual([]);
    await age(1);
    await alert();
    expect(await notified()).toHaveLength(2);
  });

  it('notifies staff of failed sign-ins to 20 accounts from one network', async () => {
    const ids = [];
    for (let n = 0; n < 20; n++) ids.push((await createUser(test)).id);
    await fail(19, '2001:db8:1:2::3', ids.slice(1));
    await alert();
    expect(await notified()).toEqual([]);
    await fail(1, '2001:db8:1:9::4', ids);
    await alert();
    expect(await notified()).toEqual([
      expect.objectContaining({ text: expect.stringContaining('2001:db8:1::/48') }),
    ]);
  });
});

describe('failures', () => {
  it('notifies staff of a new kind of error, and again after a day without it', async () => {
    await log('Order 4711 of 01930a4e-7c00-7000-8000-00000000000a could not be read\nat a place');
    await log('A warning', 'WARNING');
    await alert();
    await log('Order 4712 of 01940a4e-7c00-7000-8000-00000000000b could not be read\nat a place');
    await alert();
    for (const id of ['12824d10-cbba-4254', 'aabbccdd-eeff-4b1c', '9f3c2b1a-5d4e-dead-beef-0a0b0c0d0e0f'])
      await log(`Order 7 of ${id} could not be read`);
    await alert();
    expect(await notified()).toEqual([
      {
        kind: 'failures',
        text: 'It did not occur in the last 24 hours: Order 4711 of 01930a4e-7c00-7000-8000-00000000000a could not be read',
        link: expect.stringMatching(/^\/admin\/log\?level=ERROR&message=Order/),
      },
    ]);
    await age(23);
    await alert();
    await age(23);
    await alert();
    expect(await notified()).toHaveLength(1);
    await age(24);
    await alert();
    expect(await notified()).toHaveLength(2);
  });

  it.each([
    ['email', ['Mail to a@example.org bounced', 'Mail to zed@example.com bounced']],
    ['folder', ['ENOENT: /tmp/declassified-5uSF5N/x', 'ENOENT: /tmp/declassified-YXotLc/x']],
    ['last folder', ['mkdir "/tmp/declassified-5uSF5N"', 'mkdir "/tmp/declassified-yxOTlc"']],
    ['duration', ['timed out after 12.5s', 'timed out after 120s']],
    ['time', ['at 2026-11-29T12:00:00.000Z', 'at 2026-01-01T00:00:00Z']],
    [
      'hash',
      [
        'no commit deadbeef',
        'no commit 1a2b3c4d',
        'no commit abcdefabcdef',
        'no commit AABBCCDD-EEFF-4ABC-DEAD-BEEFCAFEBABE',
      ],
    ],
    [
      'address',
      [
        'refused by 2001:db8::1',
        'refused by fe80::abcd:1234',
        'refused by dead:beef::1',
        'refused by ::1',
        'refused by 10.0.0.1:5432',
      ],
    ],
    ['word', ['run 01ARZ3NDEKTSV4RRFFQ69G5FAV failed', 'run 01BX5ZZKBKACTAV9WEVGEMMVRZ failed']],
  ])('errors that differ in a %s are of one kind', async (_, messages) => {
    for (const message of messages) await log(message);
    await alert();
    expect(await notified()).toHaveLength(1);
  });

  it.each([
    [
      "Cannot read properties of undefined (reading 'id')",
      "Cannot read properties of undefined (reading 'name')",
    ],
    ['TypeError: no loan', 'RangeError: no loan'],
    ['connect ECONNRESET', 'connect ECONNREFUSED'],
    ['Sign-in failed for all', 'Sign-up failed for all'],
    ['a facade-like thing', 'a decade-like thing'],
    ['relation "users" does not exist', 'relation "sessions" does not exist'],
    ['null value in column "amount"', 'null value in column "rate"'],
    ['violates unique constraint "users_pkey"', 'violates unique constraint "loans_pkey"'],
    ['Cannot find module "sharp"', 'Cannot find module "pg"'],
    ['Cannot find module "@scope/one"', 'Cannot find module "@scope/two"'],
    ['Package sharp@0.33.1 is broken', 'Package pg@8.1.0 is broken'],
    ['Task "send_email" failed', 'Task "refresh_datasets" failed'],
    ['{"level":"error","msg":"mail failed"}', '{"level":"error","msg":"seal failed"}'],
    ['Non-Stripe error', 'Non-GitHub error'],
    ['The call pre-OpenID failed', 'The call pre-GitLab failed'],
    ['ENOENT: /app/en-Latest/x', 'ENOENT: /app/en-Oldest/x'],
    ['ENOENT: /app/pre-GitLab.json', 'ENOENT: /app/pre-OpenID.json'],
    ['a::b is no method', 'c::d is no method'],
    ['bad::face is no method', 'feed::cafe is no method'],
    ['Unhandled: Error: no loan', 'Error: no loan'],
  ])('%s and %s are of two kinds', async (one, other) => {
    await log(one);
    await log(other);
    await alert();
    expect(await notified()).toHaveLength(2);
  });
});

describe('system', () => {
  it('notifies staff when the disk is nearly full, and when it has space again', async () => {
    for (const freeMib of [500, 400, 5_000, 5_000]) await alert(freeMib);
    expect((await notified()).map(({ kind, text }) => [kind, text])).toEqual([
      ['system', 'The disk has less than 1,024 MiB free.'],
      ['system', 'The disk has enough space again.'],
    ]);
  });

  it('notifies staff of a refresh that failed three times, and of late emails', async () => {
    const { pool } = test.database;
    await pool.query(
      `INSERT INTO dataset_refreshes (slug, failures) VALUES ('gdp-australia', 3), ('cash', 2)`,
    );
    await pool.query(`SELECT graphile_worker.add_job('send_security_mail', '{}')`);
    await alert();
    await pool.query(
      `UPDATE graphile_worker._private_jobs SET created_at = now() - interval '11 minutes', run_at = now() - interval '11 minutes'`,
    );
    await alert();
    expect((await notified()).map(({ text }) => text)).toEqual([
      'The refresh of the dataset gdp-australia failed 3 times.',
      'Emails have waited for more than 10 minutes.',
    ]);
  });
});

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

describe('backups', () => {
  it('notifies staff of a backup that failed, is late, or cannot be restored, and when that has ended', async () => {
    const { folder } = test.config.backups;
    const make = (hours: number) => {
      const name = backupName(new Date(Date.now() - hours * 3_600_000), 'daily');
      writeFileSync(join(folder, name), '');
      return name;
    };
    mkdirSync(folder);
    await alert();
    expect(await notified()).toEqual([]);

    const late = make(27);
    await writeBackupFailure(folder, {
      startedAt: new Date(),
      at: new Date(),
      kind: 'daily',
      reason: 'The disk of BACKUP_DIR became full.',
    });
    await writeCheck(folder, late, { at: new Date(), fault: 'It is cut off.' });
    await alert();
    await alert();
    const texts = async () => (await notified()).map(({ text, link }) => `${link}: ${text}`).toSorted();
    expect(await texts()).toEqual([
      '/admin/settings: No backup has succeeded for 26 hours.',
      '/admin/settings: The check of a backup failed: It is cut off.',
      '/admin/settings: The last backup failed: The disk of BACKUP_DIR became full.',
    ]);

    await test.database.prisma.notification.deleteMany();
    await removeBackupFailure(folder);
    await writeCheck(folder, make(1), { at: new Date(), fault: null });
    await alert();
    expect(await texts()).toEqual([
      '/admin/settings: A backup has succeeded again.',
      '/admin/settings: A backup was restored by its check again.',
      '/admin/settings: Backups can be made again.',
    ]);
  });

  it('notifies staff of a check that has had no result for ten days, with the reason, of which the log has a line a day', async () => {
    const folder = join(test.config.dataDir, 'unchecked');
    mkdirSync(folder);
    const backups = { ...test.config.backups, folder };
    const [older = '', newer = ''] = [11.5, 0.5].map((days) => backupName(daysAgo(days), 'daily'));
    for (const name of [older, newer]) writeFileSync(join(folder, name), name);
    const warn = vi.fn<BackupJobDependencies['logger']['warn']>();
    const runWith = async (reason: string) => {
      const run = async (task: string) => (task === 'check' ? reason : undefined);
      await backUpDaily({ ...test.dependencies, backups, backupProcess: { run }, logger: { warn } });
      await alertStaff({ ...test.dependencies, dataDir: '/', backups });
    };
    const isOk = async () => {
      const name = 'declassified_backup_check_ok';
      const metric = createMetrics({ ...test.dependencies, backups }).getSingleMetric(name);
      return (await metric?.get())?.values[0]?.value;
    };
    await runWith('The disk has 1 MiB free.');
    await runWith('The disk has 2 MiB free.');
    expect(warn.mock.calls).toEqual([[{ reason: 'The disk has 1 MiB free.' }, 'no backup can be checked']]);
    expect(await findBackupFaults(backups)).toEqual({
      backup_check_late: 'No backup has been checked for 11 days: The disk has 2 MiB free.',
    });
    expect(await isOk()).toBe(0);
    await writeCheck(folder, older, { at: daysAgo(9), fault: null });
    expect([await findBackupFaults(backups), await isOk()]).toEqual([{}, 1]);
    await alertStaff({ ...test.dependencies, dataDir: '/', backups });
    expect((await notified()).map(({ text }) => text)).toEqual([
      'No backup has been checked for 11 days: The disk has 1 MiB free.',
      'A backup was checked again.',
    ]);
    expect((await readBackupState(backups)).checkObstacle).toBeNull();
  });

  it('notifies staff of a folder that is none, before a backup is due', async () => {
    const folder = join(test.config.dataDir, 'a file');
    writeFileSync(folder, '');
    // With Compose nothing makes the folder of the data.
    const dataDir = join(test.config.dataDir, 'no folder');
    await alertStaff({ ...test.dependencies, dataDir, backups: { ...test.config.backups, folder } });
    expect((await notified()).map(({ text }) => text)).toEqual([
      'No backup can be made: BACKUP_DIR is a file, and must be a folder.',
    ]);
    await alert();
  });
});

it('a switch in the preferences ends the notifications of its kind', async () => {
  await callApi(test, updatePreferences, { access: agent.access, body: { system: false } }).expect(200);
  await alert(1);
  expect(await notified()).toEqual([]);
  await callApi(test, updatePreferences, { access: agent.access, body: { system: true } }).expect(200);
});

it('the metrics have the age and the size of the newest backup, and whether the last check has restored one', async () => {
  const folder = join(test.config.dataDir, 'measured');
  const registry = createMetrics({ ...test.dependencies, backups: { ...test.config.backups, folder } });
  const read = async (name: string) => {
    const [value] = (await registry.getSingleMetric(`declassified_backup_${name}`)?.get())?.values ?? [];
    return value?.value;
  };
  mkdirSync(folder);
  expect(await read('age_seconds')).toBeLessThan(60);
  expect([await read('size_bytes'), await read('check_ok')]).toEqual([0, 1]);
  const [older = '', newer = ''] = [26, 2].map((hours) =>
    backupName(new Date(Date.now() - hours * 3_600_000), 'daily'),
  );
  for (const name of [older, newer]) writeFileSync(join(folder, name), name);
  await writeCheck(folder, older, { at: new Date(Date.now() - 1_000), fault: 'It is cut off.' });
  expect((await read('age_seconds')) ?? 0).toBeCloseTo(2 * 3_600, -2);
  expect([await read('size_bytes'), await read('check_ok')]).toEqual([newer.length, 0]);
  await writeCheck(folder, newer, { at: new Date(), fault: null });
  expect(await read('check_ok')).toBe(1);
});
