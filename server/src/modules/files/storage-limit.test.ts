import { storageLimits } from 'contract/files.constants.ts';

import { describe, expect, it } from 'vitest';
import { lockUsers } from '#auth/users.queries.ts';
import { dropFiles, prepareImage, setUserImage } from '#domain/user-images.ts';
import { useTestApp } from '#test/app.ts';
import { createUser } from '#test/factories.ts';
import { createStoredRequests } from '#test/friends.ts';
import { flatPng, giveImage } from '#test/images.ts';

const test = useTestApp();

describe('parallel writes about one user', () => {
  it('end without a deadlock, with one image', async () => {
    const { pool, prisma } = test.database;
    const { id } = await createUser(test);
    const images = await Promise.all(
      Array.from({ length: 6 }, () => prepareImage(test.dependencies, flatPng(9, 9))),
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
    const kept = await prisma.storedFile.findMany({ where: { user_id: id } });
    expect(kept.map((file) => file.key)).toEqual([key]);

    // One who writes while the user goes either comes before that or finds nobody.
    const [, ...writes] = await Promise.allSettled([
      prisma.$transaction(async (tx) => {
        await lockUsers(tx, id);
        await dropFiles(tx, [id]);
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
    await giveImage(test, owner.id);
    for (const { id } of [full, owner]) await createStoredRequests(test, id, storageLimits.records);
    await expect(giveImage(test, full.id)).rejects.toMatchObject({ code: 'storage_limit_reached' });
    await expect(giveImage(test, owner.id)).resolves.toMatch(/^images\//);
    await prisma.user.update({ where: { id: full.id }, data: { is_premium_user: true } });
    await expect(giveImage(test, full.id)).resolves.toMatch(/^images\//);
  });
});
