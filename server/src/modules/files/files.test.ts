import { basename } from 'node:path';
import { getSignedUrl, getStorageUsage } from 'contract/files/files.ts';
import { imageLimits, storageLimits } from 'contract/files/files.constants.ts';
import request from 'supertest';
import { v7 as uuidv7 } from 'uuid';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  deleteUserFiles,
  prepareImage,
  removeStoredFile,
  setUserImage,
} from '#domain/storage/user-images.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser } from '#test/factories.ts';
import { anyAccount, flatPng, addUserImage, picture } from '#test/images.ts';
import { queuedJobs } from '#test/jobs.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import { createStoredRequests } from '#test/friends.ts';
import { getStorageUsage as readStorageUsage } from './files.service.ts';

const test = useTestApp();

const askFor = (access: string, path: string) => callApi(test, getSignedUrl, { id: path, access });

/** Requests a URL like a browser, without a token. */
const follow = (url: string) => request(test.app.server).get(url.slice(test.config.publicUrl.length));

describe('getSignedUrl', () => {
  it('gives any signed-in user a URL of the image of any user, in every notation of its path', async () => {
    const { access } = await createCaller(test);
    const key = await addUserImage(test, (await createUser(test)).id);
    for (const path of [key, `${key}/`, encodeURIComponent(key), key.replace('.', '%2E')]) {
      const { body } = await askFor(access, path).expect(200);
      const image = await follow((body as { url: string }).url).expect(200);
      expect(image.headers).toMatchObject({
        'content-type': 'image/webp',
        'content-disposition': `inline; filename="${basename(key)}"`,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'cache-control': expect.stringMatching(/^private, max-age=(29\d|300), immutable$/),
      });
      expect(image.headers).not.toHaveProperty('set-cookie');
      expect(image.body.subarray(8, 12).toString()).toBe('WEBP');
    }
  });

  it('accepts no path except that of a current image', async () => {
    const { access, user } = await createCaller(test);
    const former = await addUserImage(test, user.id);
    const key = await addUserImage(test, user.id);
    const orphan = `images/${uuidv7()}.webp`;
    await test.dependencies.files.put(orphan, Buffer.from('x'));
    const paths = [
      former,
      orphan,
      `images/${uuidv7()}.webp`,
      '',
      '/',
      'images',
      `/${key}`,
      `//${key}`,
      `${key}//`,
      `x/../${key}`,
      `x%2F..%2F${key}`,
      '%2e%2e%2fsecret',
      '..%2f..%2fetc%2fpasswd',
      '%2Fetc%2Fpasswd',
      '....//secret',
      `${key}%00`,
      `${key}%2500`,
      encodeURIComponent(encodeURIComponent(key)),
      key.toUpperCase(),
      key.replace('/', '%5C'),
      `${key}%3Fx=1`,
      `${test.config.publicUrl}/${key}`,
      'x'.repeat(301),
      'x'.repeat(5_000),
    ];
    for (const path of paths) {
      const answer = await askFor(access, path);
      expect([path, answer.status, answer.body.code]).toEqual([path, 404, 'not_found']);
    }
    await askFor(access, key).expect(200);
  });
});

const signed = async () => {
  const { access, user } = await createCaller(test);
  const key = await addUserImage(test, user.id);
  const { body } = await askFor(access, key);
  return { key, user, url: new URL((body as { url: string }).url) };
};

describe('getStoredFile', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('refuses everything except the complete signed URL', async () => {
    const { url, key } = await signed();
    const other = await addUserImage(test, (await createUser(test)).id);
    const changes: ((changed: URL) => unknown)[] = [
      (changed) => (changed.search = ''),
      (changed) => changed.searchParams.delete('signature'),
      (changed) => changed.searchParams.delete('expires'),
      (changed) => changed.searchParams.set('expires', String(Number(url.searchParams.get('expires')) + 1)),
      (changed) => changed.searchParams.set('expires', 'never'),
      (changed) => changed.searchParams.set('signature', 'A'.repeat(43)),
      (changed) => changed.searchParams.append('signature', 'A'.repeat(43)),
      (changed) => (changed.pathname = changed.pathname.replace(key, other)),
      (changed) => (changed.pathname = changed.pathname.replace(key, '..%2F..%2Fsecret')),
      (changed) => (changed.pathname = changed.pathname.replace(key, '%00')),
    ];
    for (const change of changes) {
      const changed = new URL(url);
      change(changed);
      const answer = await follow(changed.href);
      expect([changed.href, [400, 403].includes(answer.status)]).toEqual([changed.href, true]);
    }
    await follow(url.href).expect(200);
  });

  it('accepts the URL for 5 minutes', async () => {
    const before = Date.now();
    const { url } = await signed();
    const expires = Number(url.searchParams.get('expires')) * 1000;
    expect(expires - before).toBeGreaterThan((imageLimits.signedUrlSeconds - 1) * 1000);
    // The expiry is in whole seconds.
    expect(expires - Date.now()).toBeLessThan((imageLimits.signedUrlSeconds + 1) * 1000);
    vi.useFakeTimers({ now: expires - 1_000, toFake: ['Date'] });
    await follow(url.href).expect(200);
    vi.setSystemTime(expires);
    const { body } = await follow(url.href).expect(403);
    expect(body.code).toBe('forbidden');
  });

  it('is a 404 if the file is deleted, or if an object store has the files', async () => {
    const { url, key } = await signed();
    const { fileFolder } = test.dependencies;
    test.dependencies.fileFolder = undefined;
    await follow(url.href).expect(404);
    test.dependencies.fileFolder = fileFolder;
    await test.dependencies.files.delete(key);
    await follow(url.href).expect(404);
  });
});

const usageOf = async (access: string) => {
  const { body } = await callApi(test, getStorageUsage, { access }).expect(200);
  return body as {
    total_records: number;
    storage_limit: number;
    summary_breakdown: Record<string, number>;
  };
};

describe('getStorageUsage', () => {
  it('of a caller who is deleted at that moment reports that the session has ended', async () => {
    const caller = { user: { id: uuidv7() } } as Caller;
    await expect(readStorageUsage(test.dependencies, caller)).rejects.toMatchObject({
      code: 'token_not_valid',
    });
  });

  it('counts the caller’s stored items by kind, and their total', async () => {
    const { access, user } = await createCaller(test);
    await addUserImage(test, user.id);
    const usage = await usageOf(access);
    expect(usage).toEqual({
      total_records: 2,
      storage_limit: storageLimits.records,
      // The IP record of the sign-in.
      summary_breakdown: {
        'IP records': 1,
        'Friend requests sent': 0,
        'Friend requests received': 0,
        Friends: 0,
        Images: 1,
        'Training attempts': 0,
        Calculations: 0,
        'Followed loans': 0,
        Objectives: 0,
      },
    });
  });
});

const removals = async () =>
  (await queuedJobs(test.database))
    .filter(({ task }) => task === 'remove_stored_file')
    .map(({ payload, waits }) => ({ key: payload['key'], waits }));

const isStored = async (key: string) => {
  const url = new URL(await test.dependencies.files.signUrl(key));
  return (await follow(url.href)).status === 200;
};

describe('a stored file', () => {
  it('that belongs to no user is deleted by its job, and one in use is not', async () => {
    const { key } = await prepareImage(test.dependencies, await picture().png().toBuffer(), anyAccount());
    expect(await removals()).toContainEqual({ key, waits: true });
    const used = await addUserImage(test, (await createUser(test)).id);
    for (const one of [key, used]) await removeStoredFile(test.dependencies, { key: one });
    expect([await isStored(key), await isStored(used)]).toEqual([false, true]);
  });

  it('is scheduled for deletion in the transaction that replaces it, removes it or deletes its user', async () => {
    const { prisma } = test.database;
    const { id } = await createUser(test);
    const first = await addUserImage(test, id);
    const second = await addUserImage(test, id);
    await prisma.$transaction((tx) => setUserImage(tx, test.dependencies.settings, id, null));
    const third = await addUserImage(test, id);
    await prisma.$transaction(async (tx) => {
      await deleteUserFiles(tx, [id]);
      await tx.user.delete({ where: { id } });
    });
    const due = (await removals()).filter(({ waits }) => !waits).map(({ key }) => key);
    expect(due).toEqual(expect.arrayContaining([first, second, third]));
    await removeStoredFile(test.dependencies, { key: third });
    expect(await isStored(third)).toBe(false);
  });

  it('of a user who was deleted meanwhile is not stored', async () => {
    await expect(addUserImage(test, uuidv7())).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('parallel writes to one user', () => {
  it('end without a deadlock, and with one image', async () => {
    const { pool, prisma } = test.database;
    const { id } = await createUser(test);
    const images = await Promise.all(
      Array.from({ length: 6 }, () => prepareImage(test.dependencies, flatPng(9, 9), anyAccount())),
    );
    await Promise.all([
      ...images.map((image) =>
        prisma.$transaction((tx) => setUserImage(tx, test.dependencies.settings, id, image)),
      ),
      ...images.map(() =>
        pool.query(
          `INSERT INTO ip_records (id, user_id, ip_address, action) VALUES (gen_random_uuid(), $1, '192.0.2.1', 'login')`,
          [id],
        ),
      ),
    ]);
    const { user_image: key } = await prisma.user.findUniqueOrThrow({ where: { id } });
    const storedFiles = await prisma.storedFile.findMany({ where: { user_id: id } });
    expect(storedFiles.map((file) => file.key)).toEqual([key]);

    // A write during the deletion either precedes it or finds no user.
    const [, ...writes] = await Promise.allSettled([
      prisma.$transaction(async (tx) => {
        await lockUsers(tx, id);
        await deleteUserFiles(tx, [id]);
        await tx.user.delete({ where: { id } });
      }),
      ...images.map((image) =>
        prisma.$transaction((tx) => setUserImage(tx, test.dependencies.settings, id, image)),
      ),
    ]);
    const refusals = writes.flatMap((write) =>
      write.status === 'rejected' ? [write.reason as unknown] : [],
    );
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'not_found' })));
    expect(await prisma.storedFile.findMany({ where: { user_id: id } })).toEqual([]);
  });
});

describe('a storage limit', () => {
  it('refuses a first image, but not another one in its place', async () => {
    const { prisma } = test.database;
    const [full, owner] = [await createUser(test), await createUser(test)];
    await addUserImage(test, owner.id);
    for (const { id } of [full, owner]) await createStoredRequests(test, id, storageLimits.records);
    await expect(addUserImage(test, full.id)).rejects.toMatchObject({ code: 'storage_limit_reached' });
    await expect(addUserImage(test, owner.id)).resolves.toMatch(/^images\//);
    await prisma.user.update({ where: { id: full.id }, data: { is_premium_user: true } });
    await expect(addUserImage(test, full.id)).resolves.toMatch(/^images\//);
  });
});
