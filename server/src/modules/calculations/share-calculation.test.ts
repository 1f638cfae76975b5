import { calculationLimits, calculationMessages } from 'contract/calculations/calculations.constants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { type Archive, archiveOf, loanInput, type SavedCalculation } from '#test/calculations.ts';
import { createUser } from '#test/factories.ts';
import { befriend, createFriendCaller, type FriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** The owner shares with all except the last three. */
const others = [
  'friend',
  'former friend',
  'blocked',
  'blocker',
  'friend who is not named',
  'stranger',
  'staff',
] as const;
type Other = (typeof others)[number];

interface Actor {
  person: FriendCaller;
  archive: Archive;
}

let owner: Actor;
const actors = {} as Record<Other, Actor>;
let shared: SavedCalculation;

async function createActor(options: object = {}): Promise<Actor> {
  const person = await createFriendCaller(test, options);
  return { person, archive: archiveOf(test, person.access) };
}
const idsOf = (names: readonly Other[]) => names.map((name) => actors[name].person.user.id);

beforeAll(async () => {
  owner = await createActor({ username: 'owner' });
  for (const name of others) {
    actors[name] = await createActor({ username: name.replaceAll(' ', '-'), is_staff: name === 'staff' });
  }
  for (const name of others.slice(0, 5)) await befriend(owner.person, actors[name].person);
  shared = await owner.archive.saved({ name: 'Shared', input: loanInput, notes: 'to myself' });
  await owner.archive.share(shared.id, idsOf(others.slice(0, 4))).expect(200);
  await actors['former friend'].person.remove(owner.person.user).expect(200);
  await owner.person.block(actors.blocked.person.user).expect(200);
  await actors.blocker.person.block(owner.person.user).expect(200);
});

describe('a calculation that is shared with a friend', () => {
  it('notifies each friend once, however often it is shared again', async () => {
    const friend = await createActor();
    await befriend(owner.person, friend.person);
    const { id } = await owner.archive.saved({ name: 'Our home', input: loanInput });
    for (let n = 0; n < 2; n++) await owner.archive.share(id, [friend.person.user.id]).expect(200);
    const notified = await test.database.prisma.notification.findMany({
      where: { user_id: friend.person.user.id, kind: 'calculation_shared' },
    });
    expect(notified.map(({ text, link }) => [text, link])).toEqual([
      ['owner shared the calculation “Our home” with you.', '/dashboard'],
    ]);
    await owner.archive.remove(id).expect(204);
  });

  it('is read in full by its owner, who sees its readers', async () => {
    const { body } = await owner.archive.get(shared.id).expect(200);
    expect(body.calculation).toMatchObject({
      notes: 'to myself',
      shared_by: null,
      shared_with: [{ id: actors.friend.person.user.id, username: 'friend', user_image: null }],
    });
    expect(await owner.archive.names()).toEqual(['Shared']);
  });

  it('is read by the friend without notes and readers, who can save a copy but change nothing', async () => {
    const { archive } = actors.friend;
    const { body } = await archive.get(shared.id).expect(200);
    const { id, username } = owner.person.user;
    expect(body.calculation).toEqual({
      ...shared,
      notes: null,
      shared_with: null,
      shared_by: { id, username, user_image: null },
    });
    expect(body.result.calculated_monthly_payment).toBe(3078.59);
    expect(await archive.names()).toEqual(['Shared']);
    expect(await archive.names({ text: 'myself' })).toEqual([]);
    const { name, kind, input } = body.calculation as SavedCalculation;
    const copy = await archive.saved({ name, kind, input });
    expect(copy).toMatchObject({ summary: shared.summary, shared_by: null, notes: '' });
    await archive.update(shared.id, { name: 'Mine' }).expect(404);
    await archive.share(shared.id, []).expect(404);
    await archive.remove(shared.id).expect(404);
  });

  it.each(others.slice(1))('is a 404 for the %s', async (name) => {
    const { archive } = actors[name];
    expect(await archive.names()).toEqual([]);
    await archive.get(shared.id).expect(404);
    await archive.update(shared.id, { name: 'Mine' }).expect(404);
    await archive.share(shared.id, []).expect(404);
    await archive.remove(shared.id).expect(404);
  });
});

it('a shared calculation is hidden while its owner’s account is being deleted, and a reader while theirs is', async () => {
  const { archive, person } = actors.friend;
  const names = await archive.names();
  await ask(owner.person.user.id, new Date());
  await archive.get(shared.id).expect(404);
  expect(await archive.names()).toHaveLength(names.length - 1);
  await ask(owner.person.user.id, null);
  await archive.get(shared.id).expect(200);
  await ask(person.user.id, new Date());
  expect((await owner.archive.get(shared.id).expect(200)).body.calculation.shared_with).toEqual([]);
  await ask(person.user.id, null);
});

describe('sharing', () => {
  it('replaces the readers, each once, and ends with the friendship', async () => {
    const { archive } = actors['friend who is not named'];
    const { body } = await owner.archive
      .share(shared.id, idsOf(['friend who is not named', 'friend who is not named']))
      .expect(200);
    expect(body.msg).toBe('Sharing updated.');
    expect(body.calculation.shared_with).toHaveLength(1);
    await archive.get(shared.id).expect(200);
    await actors.friend.archive.get(shared.id).expect(404);
    const { person } = actors['friend who is not named'];
    await owner.person.remove(person.user).expect(200);
    await archive.get(shared.id).expect(404);
    await befriend(owner.person, person);
    await archive.get(shared.id).expect(404);
  });

  it.each(others.slice(1, 4).concat('stranger', 'staff'))(
    'with the %s is refused, and changes nothing',
    async (name) => {
      await owner.archive.share(shared.id, idsOf(['friend'])).expect(200);
      const { body } = await owner.archive.share(shared.id, idsOf([name])).expect(400);
      expect(body.details).toEqual({ user_ids: [calculationMessages.onlyFriends] });
      await actors.friend.archive.get(shared.id).expect(200);
    },
  );

  it('with the user, with too many or without a list of ids is refused', async () => {
    await owner.archive.share(shared.id, [owner.person.user.id]).expect(400);
    const many = Array.from({ length: calculationLimits.shares + 1 }, () => owner.person.user.id);
    const { body } = await owner.archive.share(shared.id, many).expect(400);
    expect(body.details).toEqual({ user_ids: ['Must name at most 50.'] });
    await owner.archive.share(shared.id, ['none']).expect(400);
  });

  it('at the moment when the friendship ends does not outlive it', async () => {
    const friends = await Promise.all(Array.from({ length: 6 }, () => createUser(test)));
    const { pool } = test.database;
    const ids = friends.map(({ id }) => id);
    await pool.query(
      `INSERT INTO friendships (low_user_id, high_user_id)
       SELECT least($1, friend), greatest($1, friend) FROM unnest($2::uuid[]) AS friend`,
      [owner.person.user.id, ids],
    );
    await Promise.all(
      ids.flatMap((id) => [owner.archive.share(shared.id, [id]), owner.person.remove(id).expect(200)]),
    );
    const { rowCount } = await pool.query('SELECT FROM calculation_shares WHERE friend_id = ANY ($1)', [ids]);
    expect(rowCount).toBe(0);
  });
});

const ask = (id: string, when: Date | null) =>
  test.database.prisma.user.update({ where: { id }, data: { deletion_asked_at: when } });
