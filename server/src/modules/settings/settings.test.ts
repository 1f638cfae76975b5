import { randomUUID } from 'node:crypto';
import type { Setting, SettingKey, UpdateSettingsBody } from 'contract/settings/settings.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { deleteOldRecords } from '#modules/records/records.service.ts';
import { pollSettings } from '#settings/settings.ts';
import { waitingForLocks } from '#test/database.ts';
import { createCaller, createUser, registration } from '#test/factories.ts';
import { idleSecondsUntil } from '#test/idle-seconds.ts';
import { type Call, countStatuses, useTwoServers } from '#test/two-servers.ts';

const { test, here, both } = useTwoServers({
  RATE_LIMIT_SCALE: '1000',
  CONTACT_EMAIL: 'desk@example.org',
  RETENTION_DAYS: '60',
});

type Changes = z.input<typeof UpdateSettingsBody>['values'];

const superuser = async () => (await createCaller(test, { is_superuser: true })).access;

async function readSettings(access: string): Promise<{ data: Setting[]; version: number }> {
  return (await here('listSettings', { access }).expect(200)).body as { data: Setting[]; version: number };
}

async function saveSettings(access: string, values: Changes, at: Call = here): Promise<Setting[]> {
  const { version } = await readSettings(access);
  const { body } = await at('updateSettings', { access, body: { version, values } }).expect(200);
  return body.data as Setting[];
}

const settingOf = (data: Setting[], key: SettingKey) => data.find((setting) => setting.key === key);

async function expectRefused(access: string, values: object, fields: string[]): Promise<void> {
  const { version } = await readSettings(access);
  const { body } = await here('updateSettings', { access, body: { version, values } }).expect(400);
  const details = body.details as Record<string, string[]>;
  expect(Object.keys(details)).toEqual(fields);
  for (const reasons of Object.values(details)) expect(new Set(reasons).size).toBe(reasons.length);
}

afterEach(async () => {
  await test.database.prisma.setting.deleteMany();
  await test.database.prisma.settingsVersion.updateMany({ data: { version: { increment: 1 } } });
  await test.dependencies.settings.reload();
});

describe('a setting', () => {
  it('has its variable as the default, names the user who changed it, and returns to the default with null', async () => {
    const { user, access } = await createCaller(test, { is_superuser: true });
    const before = await readSettings(access);
    expect(settingOf(before.data, 'contact_email')).toMatchObject({
      value: 'desk@example.org',
      default: 'desk@example.org',
      updated_by: null,
      updated_at: null,
    });
    expect(settingOf(before.data, 'record_retention_days')?.default).toBe(60);

    const changedSettings = await saveSettings(access, {
      contact_email: 'new@example.org',
      storage_limit: 7,
    });
    expect(settingOf(changedSettings, 'contact_email')).toMatchObject({
      value: 'new@example.org',
      default: 'desk@example.org',
      updated_by: user.username,
      updated_at: expect.any(String),
    });
    const [event] = await test.database.prisma.auditEvent.findMany({
      where: { action: 'updateSettings', actor_id: user.id },
      include: { details: true },
    });
    expect(JSON.parse(event?.details?.details ?? '')).toMatchObject({
      storage_limit: { from: 1_000, to: 7 },
    });

    const reset = await saveSettings(access, { contact_email: null });
    expect(settingOf(reset, 'contact_email')?.value).toBe('desk@example.org');
    expect(settingOf(reset, 'storage_limit')?.value).toBe(7);
  });

  it('that is out of range, of the wrong type or unknown changes nothing, and each invalid name is reported', async () => {
    const access = await superuser();
    const before = await readSettings(access);
    const withCredentials = ['https://ada@example.org', 'https://:x@example.org', 'https://a:b@example.org/'];
    await expectRefused(access, { storage_limit: 0, contact_email: 'nobody', registration_open: false }, [
      'values.contact_email',
      'values.storage_limit',
    ]);
    await expectRefused(access, { colour: 'green', lock_free_tries: 21 }, [
      'values.lock_free_tries',
      'values.colour',
    ]);
    for (const url of [
      'http://example.org',
      'https://intranet',
      'https://127.0.0.1',
      'https://[::1]',
      ...withCredentials,
    ])
      await expectRefused(access, { social_links: [{ label: 'X', url }] }, ['values.social_links.0.url']);
    await expectRefused(access, { social_links: [{ label: 'X', url: 'javascript:alert(1)' }] }, [
      'values.social_links.0.url',
    ]);
    await expectRefused(access, { lock_first_wait_seconds: 961 }, ['values.lock_longest_wait_seconds']);
    expect(await readSettings(access)).toEqual(before);
  });

  it('accepts the URL of a social link under an internationalized domain', async () => {
    const access = await superuser();
    const urls = [
      'https://xn--e1afmkfd.xn--p1ai/@ada',
      'https://пример.рф/@ada',
      'https://example.org:8443/a?b#c',
    ];
    const social_links = urls.map((url) => ({ label: 'X', url }));
    const saved = await saveSettings(access, { social_links });
    expect(settingOf(saved, 'social_links')?.value).toEqual(social_links);
    await saveSettings(access, { social_links: null });
  });

  it('that another user has changed meanwhile is a 409, and one of several parallel changes succeeds', async () => {
    const access = await superuser();
    const { version } = await readSettings(access);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        both[index % 2]!('updateSettings', {
          access,
          body: { version, values: { storage_limit: 100 + index } },
        }),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 200: 1, 409: 9 });
    await here('updateSettings', {
      access,
      body: { version: version + 100, values: { storage_limit: 5 } },
    }).expect(409);
  });

  it('saved by a superuser who is deleted at the same time is refused like a request of an ended session', async () => {
    const { user, access } = await createCaller(test, { is_superuser: true });
    const { version } = await readSettings(access);
    const { prisma } = test.database;
    const pending = await prisma.$transaction(async (tx) => {
      await tx.settingsVersion.updateMany({ data: { version } });
      const response = here('updateSettings', { access, body: { version, values: { storage_limit: 5 } } });
      const status = response.then((settled) => settled.status);
      await expect.poll(() => waitingForLocks(test.database)).toBe(1);
      await prisma.user.delete({ where: { id: user.id } });
      return { status };
    });
    expect(await pending.status).toBe(401);
    const { data } = await readSettings(await superuser());
    expect(settingOf(data, 'storage_limit')?.value).toBe(1_000);
  });

  it('that is changed at one server takes effect at the other within two seconds', async () => {
    const access = await superuser();
    const polling = pollSettings(test.dependencies.settings);
    try {
      for (const [from, to] of [both, both.toReversed()] as [Call, Call][]) {
        const contact_email = `${randomUUID()}@example.org`;
        const hasChanged = async (at: Call) => (await at('getSite')).body.contact_email === contact_email;
        await saveSettings(access, { contact_email }, from);
        expect(await hasChanged(from)).toBe(true);
        expect(await idleSecondsUntil(() => hasChanged(to))).toBeLessThan(2);
      }
    } finally {
      await polling.stop();
    }
  });
});

it('reload loads settings with a lower version, as after a restore', async () => {
  await saveSettings(await superuser(), { storage_limit: 7 });
  await test.database.prisma.setting.deleteMany();
  await test.database.prisma.settingsVersion.updateMany({ data: { version: { decrement: 1 } } });
  await test.dependencies.settings.reload();
  expect(test.dependencies.settings.current().storage_limit).toBe(1_000);
});

describe('the effect of settings', () => {
  it('is visible to everyone in the response of getSite, which is cached for ten seconds', async () => {
    const access = await superuser();
    const social_links = [{ label: 'Code', url: 'https://code.example.org/x' }];
    await saveSettings(access, { social_links });
    const { body, headers } = await here('getSite').expect(200);
    expect(body).toEqual({
      version: '0.1.0',
      openid_name: null,
      is_demo: false,
      contact_email: 'desk@example.org',
      social_links,
      registration_open: true,
      has_mailbox: false,
      banner: null,
    });
    expect(headers['cache-control']).toBe('public, max-age=10');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('closes the registration', async () => {
    const access = await superuser();
    await saveSettings(access, { registration_open: false });
    const body = registration('latecomer');
    const refusal = await here('registerUser', { body }).expect(403);
    expect(refusal.body).toMatchObject({ code: 'registration_closed' });
    await saveSettings(access, { registration_open: true });
    await here('registerUser', { body }).expect(201);
  });

  it('limits the stored items of users and premium users', async () => {
    const access = await superuser();
    await saveSettings(access, { storage_limit: 3, storage_limit_premium: 1 });
    const { user, access: userAccess } = await createCaller(test);
    const sendRequest = async () =>
      (await here('sendFriendRequest', { id: (await createUser(test)).id, access: userAccess })).status;
    expect([await sendRequest(), await sendRequest(), await sendRequest(), await sendRequest()]).toEqual([
      201, 201, 201, 403,
    ]);
    expect((await here('getStorageUsage', { access: userAccess })).body).toMatchObject({ storage_limit: 3 });
    await test.database.prisma.user.update({ where: { id: user.id }, data: { is_premium_user: true } });
    expect((await here('getStorageUsage', { access: userAccess })).body).toMatchObject({ storage_limit: 1 });
  });

  it('limits the days for which records are stored', async () => {
    const access = await superuser();
    await test.database.pool.query(
      `INSERT INTO log_records (id, message, level, from_proxy, created_at)
       SELECT gen_random_uuid(), 'old', 'INFO', false, now() - days * interval '1 day' FROM unnest('{5, 40}'::int[]) AS days`,
    );
    const countOldRecords = () => test.database.prisma.logRecord.count({ where: { message: 'old' } });
    await deleteOldRecords(test.dependencies);
    expect(await countOldRecords()).toBe(2);
    await saveSettings(access, { record_retention_days: 10 });
    await deleteOldRecords(test.dependencies);
    expect(await countOldRecords()).toBe(1);
  });

  it('locks an account after the number of attempts, and doubles the initial wait', async () => {
    const access = await superuser();
    await saveSettings(access, {
      lock_free_tries: 1,
      lock_first_wait_seconds: 1_000,
      lock_longest_wait_seconds: 2_500,
    });
    const { username } = await createUser(test);
    const failToSignIn = () => here('login', { body: { username_or_email: username, password: 'wrong' } });
    const waits = [];
    for (let round = 0; round < 3; round += 1) {
      await failToSignIn().expect(400);
      const { headers } = await failToSignIn().expect(429);
      waits.push(Number(headers['retry-after']));
      await test.database.prisma.loginGuard.updateMany({ data: { next_try_at: null } });
    }
    for (const [index, longest] of [1_000, 2_000, 2_500].entries()) {
      expect(waits[index]).toBeGreaterThan(longest - 100);
      expect(waits[index]).toBeLessThanOrEqual(longest);
    }
  });
});
