import { friendLimits } from 'contract/friends/friends.constants.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { createUser } from '#test/factories.ts';
import { createFriendCaller, type FriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });
let ada: FriendCaller;
beforeAll(async () => {
  ada = await createFriendCaller(test, { username: 'ada' });
});

const createUsers = (...usernames: string[]) =>
  Promise.all(usernames.map((username) => createUser(test, { username })));

const expectFound = async (names: string[], ...texts: string[]) => {
  for (const text of texts) expect([text, await ada.searchUsernames(text)]).toEqual([text, names]);
};

describe('searchUsers', () => {
  it('returns the exact name, then names that begin with the text, then names that contain it, shorter ones first', async () => {
    await createUsers(
      'Grace',
      'gracey',
      'GRACE.hopper',
      'MGrace',
      'the-grace',
      'amazing.grace.x',
      'GRA',
      'agrb',
    );
    const byCloseness = ['Grace', 'gracey', 'GRACE.hopper', 'MGrace', 'the-grace', 'amazing.grace.x'];
    expect(await ada.searchUsernames('gRaCe')).toEqual(byCloseness);
    expect(await ada.searchUsernames(' grace ')).toEqual(byCloseness);
    expect(await ada.searchUsernames('gra')).toEqual(['GRA', ...byCloseness]);
    expect(await ada.searchUsernames('gr')).toEqual(['GRA', 'Grace', 'gracey', 'GRACE.hopper']);
    expect(await ada.searchUsernames('race')).toEqual([
      'Grace',
      'MGrace',
      'gracey',
      'the-grace',
      'GRACE.hopper',
      'amazing.grace.x',
    ]);
    expect(await ada.searchUsernames('ace.x')).toEqual(['amazing.grace.x']);
    expect(await ada.searchUsernames('grace.hopper')).toEqual(['GRACE.hopper']);
    expect(await ada.searchUsernames('grace.hopper.')).toEqual([]);
  });

  it('returns each user once, with id, username and image alone', async () => {
    const [user] = await createUsers('banananana');
    await test.database.prisma.user.update({
      where: { id: user?.id ?? '' },
      data: { user_image: 'profile/banana.webp', phone_number: '123', pending_email: 'banana@example.net' },
    });
    const { body, headers } = await ada.search('nan').expect(200);
    expect(body).toEqual({
      data: [{ id: user?.id, username: 'banananana', user_image: 'profile/banana.webp' }],
    });
    expect(headers['cache-control']).toBe('no-store');
  });

  it('does not search email addresses, and returns no unverified or deactivated users and not the caller', async () => {
    await createUser(test, { username: 'hidden-new', isVerified: false });
    await createUser(test, { username: 'hidden-off', is_active: false });
    await createUser(test, { username: 'shown', email: 'hidden@example.org' });
    for (const text of ['hidden', 'hid', 'idden', 'example', 'ada']) {
      expect(await ada.searchUsernames(text)).toEqual([]);
    }
  });

  it('follows changes: a new name, verification, deactivation, activation and deletion', async () => {
    const { id } = await createUser(test, { username: 'former-name', isVerified: false });
    const { user } = test.database.prisma;
    const name = ['later-name'];
    const change = (data: object) => user.update({ where: { id }, data });
    await change({ username: 'Middle-Name' });
    await expectFound([], 'middle', 'ddle-na');
    await change({ username: 'later-name', email_verified_at: new Date() });
    await expectFound(name, 'later', 'ter-na');
    await expectFound([], 'former', 'ormer-n', 'middle', 'ddle-na');
    await change({ is_active: false });
    await expectFound([], 'later', 'ter-na');
    await change({ is_active: true, last_login: new Date() });
    await expectFound(name, 'later', 'ter-na');
    await user.delete({ where: { id } });
    await expectFound([], 'later', 'ter-na');
    const { rows } = await test.database.pool.query(
      `SELECT head || suffix AS name FROM username_suffixes
       EXCEPT SELECT lower(username) FROM users WHERE is_active AND email_verified_at IS NOT NULL`,
    );
    expect(rows).toEqual([]);
  });

  it.each(['%', '_', '\\', 'wild%', 'wild\\', '%ild', 'w_ld', 'ild%', "'", '*', 'wıld', 'x'.repeat(150)])(
    'treats %s as plain text',
    async (text) => {
      await test.database.prisma.user.deleteMany({ where: { username: 'wildcard' } });
      await createUsers('wildcard');
      expect(await ada.searchUsernames(text)).toEqual([]);
      expect(await ada.searchUsernames('wild')).toEqual(['wildcard']);
    },
  );

  it('finds the characters that usernames may contain besides letters', async () => {
    await createUsers('k_9.dot-er');
    for (const text of ['k_', '_9.', '9.d', 'dot-', 't-er']) {
      expect(await ada.searchUsernames(text)).toEqual(['k_9.dot-er']);
    }
  });

  it(`returns at most ${friendLimits.searchResults} users, filled up with names that contain the text`, async () => {
    const numbers = Array.from({ length: 15 }, (_, index) => String(index + 10));
    await createUsers(
      ...numbers.map((number) => `qux${number}`),
      ...numbers.map((number) => `aqux${number}`),
    );
    const found = await ada.searchUsernames('qux');
    expect(found).toEqual([
      ...numbers.map((number) => `qux${number}`),
      ...numbers.slice(0, 5).map((number) => `aqux${number}`),
    ]);
    expect(await ada.searchUsernames('q')).toHaveLength(15);
  });

  it.each([[''], [' '], ['x'.repeat(151)], ['\u0000']])('refuses %j', async (text) => {
    const { body } = await ada.search(text).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', details: { query: [expect.any(String)] } });
  });
});
