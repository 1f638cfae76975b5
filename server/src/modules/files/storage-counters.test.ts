import { storageLimits } from 'contract/files.constants.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { holdStorageRoom } from '#domain/storage-usage.ts';
import { prepareImage, removeUserFiles, setUserImage } from '#domain/user-images.ts';
import { useTestApp } from '#test/app.ts';
import { createUser } from '#test/factories.ts';
import { flatPng, giveImage } from '#test/images.ts';

const test = useTestApp();

/** Every user's counters beside what there is. */
async function wrongCounters(): Promise<unknown[]> {
  const { rows } = await test.database.pool.query(`
    SELECT * FROM (
      SELECT id, ip_records, images, requests_sent, requests_received, friends,
        (SELECT count(*) FROM ip_records WHERE user_id = users.id) AS real_ip_records,
        (SELECT count(*) FROM files WHERE user_id = users.id) AS real_images,
        (SELECT count(*) FROM friend_requests WHERE from_user_id = users.id) AS real_sent,
        (SELECT count(*) FROM friend_requests WHERE to_user_id = users.id) AS real_received,
        (SELECT count(*) FROM friendships WHERE users.id IN (low_user_id, high_user_id)) AS real_friends
      FROM users LEFT JOIN user_storage ON user_id = users.id) AS counted
    WHERE (ip_records, images, requests_sent, requests_received, friends)
      IS DISTINCT FROM (real_ip_records, real_images, real_sent, real_received, real_friends)`);
  return rows;
}

describe('the counters of user_storage', () => {
  it('equal what there is after every kind of write, many at once and many users in one statement', async () => {
    const { pool, prisma } = test.database;
    const users = await Promise.all(Array.from({ length: 12 }, () => createUser(test)));
    const ids = users.map(({ id }) => id);
    const addIpRecords = `INSERT INTO ip_records (id, user_id, ip_address, action)
      SELECT gen_random_uuid(), id, '192.0.2.1', 'login' FROM unnest($1::uuid[] || NULL) AS id, generate_series(1, 3)`;
    await Promise.all(
      [ids, ids.toReversed(), ids.slice(3, 9)].map((some) => pool.query(addIpRecords, [some])),
    );
    await pool.query(
      `INSERT INTO friend_requests (id, from_user_id, to_user_id)
       SELECT gen_random_uuid(), one, other FROM unnest($1::uuid[]) AS one, unnest($1::uuid[]) AS other WHERE one < other`,
      [ids],
    );
    await pool.query(
      `INSERT INTO friendships (low_user_id, high_user_id)
       SELECT one, other FROM unnest($1::uuid[]) AS one, unnest($1::uuid[]) AS other WHERE one < other`,
      [ids],
    );
    for (const id of ids.slice(0, 3)) await giveImage(test, id);
    await giveImage(test, ids[0] ?? '');
    expect(await wrongCounters()).toEqual([]);

    await pool.query(
      `UPDATE friend_requests SET status = 'accepted', answered_at = now() WHERE from_user_id = $1`,
      [ids[4]],
    );
    await Promise.all([
      pool.query(`DELETE FROM ip_records WHERE id IN (SELECT id FROM ip_records ORDER BY id LIMIT 40)`),
      pool.query('DELETE FROM friendships WHERE low_user_id = $1', [ids[5]]),
      pool.query('DELETE FROM friend_requests WHERE to_user_id = $1', [ids[6]]),
      prisma.$transaction((tx) => setUserImage(tx, ids[1] ?? '', null)),
    ]);
    // Rolled back, it counts for nothing.
    await expect(
      prisma.$transaction(async (tx) => {
        await removeUserFiles(tx, ids[2] ?? '');
        await tx.ipRecord.deleteMany();
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    for (const id of ids.slice(0, 2)) {
      await prisma.$transaction(async (tx) => {
        await removeUserFiles(tx, id);
        await tx.user.delete({ where: { id } });
      });
    }
    expect(await wrongCounters()).toEqual([]);
  });
});

describe('statements on relations of many users', () => {
  it.each([
    [
      'friend requests',
      `INSERT INTO friend_requests (id, from_user_id, to_user_id) VALUES (gen_random_uuid(), $1, $2)`,
      'DELETE FROM friend_requests WHERE from_user_id = $1',
    ],
    [
      'friendships',
      `INSERT INTO friendships (low_user_id, high_user_id) VALUES ($1, $2)`,
      'DELETE FROM friendships WHERE low_user_id = $1',
    ],
  ])('leave no deadlock: %s', async (_, add, remove) => {
    const { pool } = test.database;
    const [low, high] = [(await createUser(test)).id, (await createUser(test)).id].toSorted();
    await pool.query(add, [low, high]);
    const holder = await pool.connect();
    const waiting = () =>
      pool.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM user_storage WHERE user_id = $1 FOR UPDATE', [low]);
      const others = pool.query(
        'SELECT FROM user_storage WHERE user_id IN ($1, $2) ORDER BY user_id FOR NO KEY UPDATE',
        [low, high],
      );
      await expect.poll(async () => (await waiting()).rowCount).toBe(1);
      const removed = pool.query(remove, [low]);
      await expect.poll(async () => (await waiting()).rowCount).toBe(2);
      await holder.query('COMMIT');
      await Promise.all([others, removed]);
    } finally {
      holder.release();
    }
    expect(await wrongCounters()).toEqual([]);
  });
});

describe('parallel writes about one user', () => {
  it('end without a deadlock, with one image and the right counters', async () => {
    const { pool, prisma } = test.database;
    const { id } = await createUser(test);
    const images = await Promise.all(
      Array.from({ length: 6 }, () => prepareImage(test.dependencies, flatPng(9, 9))),
    );
    await Promise.all([
      ...images.map((image) => prisma.$transaction((tx) => setUserImage(tx, id, image))),
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
    expect(await wrongCounters()).toEqual([]);

    // One who writes while the user goes either comes before that or finds nobody.
    const [, ...writes] = await Promise.allSettled([
      prisma.$transaction(async (tx) => {
        await removeUserFiles(tx, id);
        await tx.user.delete({ where: { id } });
      }),
      ...images.map((image) => prisma.$transaction((tx) => setUserImage(tx, id, image))),
    ]);
    const refusals = writes.flatMap((write) =>
      write.status === 'rejected' ? [write.reason as unknown] : [],
    );
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'not_found' })));
    expect(await prisma.storedFile.findMany({ where: { user_id: id } })).toEqual([]);
  });
});

describe('a storage limit', () => {
  it('is not exceeded by parallel writes, and holds nobody who is below it', async () => {
    const { pool, prisma } = test.database;
    const { id } = await createUser(test);
    const room = 3;
    await pool.query('UPDATE user_storage SET requests_sent = $2, ip_records = 5000 WHERE user_id = $1', [
      id,
      storageLimits.records - room,
    ]);
    const others = await Promise.all(Array.from({ length: 8 }, () => createUser(test)));
    const tries = await Promise.allSettled(
      others.map((other) =>
        prisma.$transaction(async (tx) => {
          await holdStorageRoom(tx, id);
          await tx.friendRequest.create({ data: { id: uuidv7(), from_user_id: id, to_user_id: other.id } });
        }),
      ),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(room);
    const refusals = tries.filter((one) => one.status === 'rejected').map(({ reason }) => reason as unknown);
    expect(refusals).toEqual(refusals.map(() => expect.objectContaining({ code: 'storage_limit_reached' })));
  });

  it('refuses a first image, but not another one in its place', async () => {
    const { pool, prisma } = test.database;
    const [full, owner] = [await createUser(test), await createUser(test)];
    await giveImage(test, owner.id);
    await pool.query('UPDATE user_storage SET requests_sent = $2 WHERE user_id = ANY($1)', [
      [full.id, owner.id],
      storageLimits.records,
    ]);
    await expect(giveImage(test, full.id)).rejects.toMatchObject({ code: 'storage_limit_reached' });
    await expect(giveImage(test, owner.id)).resolves.toMatch(/^images\//);
    await prisma.user.update({ where: { id: full.id }, data: { is_premium_user: true } });
    await expect(giveImage(test, full.id)).resolves.toMatch(/^images\//);
  });
});
