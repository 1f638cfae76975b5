import { listTimeline } from 'contract/audit/audit.ts';
import { flagLimits, flagMessages } from 'contract/flags/flags.constants.ts';
import { type FlagSummary, listFlags, listOwnFlags, OwnFlag } from 'contract/flags/flags.ts';
import { blockUser } from 'contract/friends/friends.ts';
import { updatePreferences } from 'contract/preferences/preferences.ts';
import { getReport } from 'contract/reports/reports.ts';
import { tokenScopes } from 'contract/tokens/tokens.constants.ts';
import { createToken } from 'contract/tokens/tokens.ts';
import { getUserOverview } from 'contract/users/user-overview.ts';
import { exportUser } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, createUser, type TestUser } from '#test/factories.ts';
import {
  answer,
  createFlagger,
  flag,
  open,
  ownFlags,
  queue,
  readFlag,
  rowsAbout,
  insertFlags,
} from '#test/flags.ts';
import { befriend, createFriendCaller } from '#test/friends.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Caller = Awaited<ReturnType<typeof createFlagger>>;
let agent: Caller;
let root: Caller;
beforeAll(async () => {
  agent = await createFlagger(test, { is_staff: true });
  root = await createFlagger(test, { is_staff: true, is_superuser: true });
});

const hide = ({ access }: Caller) =>
  callApi(test, updatePreferences, { access, body: { findable: false } }).expect(200);

const agedFriendCaller = async () => {
  const caller = await createFriendCaller(test);
  await test.database.pool.query(
    `UPDATE users SET created_at = created_at - interval '25 hours' WHERE id = $1`,
    [caller.user.id],
  );
  return caller;
};

describe('who may be reported', () => {
  it('is whom the search shows, and the flagger reads an own list', async () => {
    const [flagger, other] = [await createFlagger(test), await createUser(test)];
    const { body } = await flag(test, flagger, other).expect(201);
    expect(body.msg).toBe(flagMessages.created);
    expect(OwnFlag.parse(body.flag)).toEqual(body.flag);
    expect(body.flag).toMatchObject({ username: other.username, subject: 'person', outcome: null });
    expect(await ownFlags(test, flagger)).toEqual([body.flag]);
    const [row] = await rowsAbout(test, agent, other);
    expect(row).toMatchObject({ username: other.username, reasons: ['spam'], flags: 1, answer: null });
    const { texts } = await readFlag(test, agent, row!.id);
    expect(texts).toMatchObject([{ flagger: flagger.user.username, text: 'Sends spam.' }]);
  });

  it('is a friend, and whoever was one or sent a request, also after it was withdrawn and the flagger was blocked', async () => {
    const [one, other] = [await agedFriendCaller(), await agedFriendCaller()];
    await hide(other);
    await flag(test, one, other.user).expect(404);
    const { id } = (await other.send(one.user).expect(201)).body.request;
    await other.withdraw(id).expect(200);
    await other.block(one.user).expect(200);
    await flag(test, one, other.user).expect(201);
    const [third, fourth] = [await agedFriendCaller(), await agedFriendCaller()];
    await befriend(third, fourth);
    await hide(fourth);
    await fourth.remove(third.user).expect(200);
    await flag(test, third, fourth.user).expect(201);
  });

  it.each([
    ['who does not exist', async () => ({ id: uuidv7() })],
    [
      'whom the search does not show',
      async () => {
        const hidden = await createCaller(test);
        await hide(hidden);
        return hidden.user;
      },
    ],
    [
      'who has blocked the caller',
      async (caller: Caller) => {
        const blocker = await createCaller(test);
        await callApi(test, blockUser, { id: caller.user.id, access: blocker.access }).expect(200);
        return blocker.user;
      },
    ],
    ['who is unverified', async () => createUser(test, { isVerified: false })],
    ['who is disabled', async () => createUser(test, { is_active: false })],
    [
      'who waits for the deletion',
      async (caller: Caller) => {
        const [one, other] = [await createFriendCaller(test), caller];
        const friend = { ...one, user: one.user };
        await test.database.pool.query(
          `INSERT INTO friendships (low_user_id, high_user_id) VALUES (least($1::uuid, $2::uuid), greatest($1::uuid, $2::uuid))`,
          [friend.user.id, other.user.id],
        );
        await test.database.prisma.user.update({
          where: { id: friend.user.id },
          data: { is_active: false, deletion_asked_at: new Date() },
        });
        return friend.user;
      },
    ],
  ])('is nobody %s: the same answer as for an unknown id', async (_, makeUser) => {
    const flagger = await createFlagger(test);
    const { body } = await flag(test, flagger, await makeUser(flagger)).expect(404);
    const { body: unknown } = await flag(test, flagger, { id: uuidv7() }).expect(404);
    expect({ ...body, request_id: '' }).toEqual({ ...unknown, request_id: '' });
    expect(await ownFlags(test, flagger)).toEqual([]);
  });

  it('is not the caller, and nobody may report before a day, or while unverified', async () => {
    const flagger = await createFlagger(test);
    await flag(test, flagger, flagger.user).expect(409);
    const newcomer = await createCaller(test);
    const { body } = await flag(test, newcomer, flagger.user).expect(403);
    expect(body).toMatchObject({ code: 'forbidden', msg: flagMessages.tooNew });
    const unverified = await createFlagger(test);
    await test.database.prisma.user.update({
      where: { id: unverified.user.id },
      data: { email_verified_at: null },
    });
    await flag(test, unverified, flagger.user).expect(403);
    expect(await rowsAbout(test, root, flagger.user)).toEqual([]);
  });

  it('for a shared calculation is who shares one with the caller, and agents read which one while it is shared', async () => {
    const [one, other, third] = [
      await agedFriendCaller(),
      await agedFriendCaller(),
      await agedFriendCaller(),
    ];
    await befriend(one, other);
    await befriend(third, one);
    const subject = 'shared_calculation';
    const { body } = await flag(test, one, other.user, { subject }).expect(400);
    expect(body.details).toEqual({ subject: [flagMessages.notShared] });
    const { pool } = test.database;
    const share = async (owner: TestUser, friend?: TestUser) => {
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO calculations (id, user_id, name, kind, input, summary)
         VALUES (gen_random_uuid(), $1, 'Rude', 'loan', '{}', '{}') RETURNING id`,
        [owner.id],
      );
      const { id } = rows[0]!;
      if (friend)
        await pool.query(
          `INSERT INTO calculation_shares (calculation_id, friend_id, low_user_id, high_user_id)
           VALUES ($1, $3::uuid, least($2::uuid, $3::uuid), greatest($2::uuid, $3::uuid))`,
          [id, owner.id, friend.id],
        );
      return id;
    };
    const id = await share(other.user, one.user);
    await flag(test, other, one.user, { subject }).expect(400);
    const deleted = await share(other.user, one.user);
    const owner = await pool.connect();
    await owner.query('BEGIN');
    await owner.query('DELETE FROM calculations WHERE id = $1', [deleted]);
    const meanwhile = flag(test, one, other.user, { subject, calculation_id: deleted }).then((sent) => sent);
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await owner.query('COMMIT');
    owner.release();
    expect((await meanwhile).body.details).toEqual({ calculation_id: [flagMessages.notThisShared] });
    for (const calculation_id of [
      uuidv7(),
      await share(other.user),
      await share(one.user),
      await share(third.user, one.user),
    ]) {
      const { body: refused } = await flag(test, one, other.user, { subject, calculation_id }).expect(400);
      expect(refused.details).toEqual({ calculation_id: [flagMessages.notThisShared] });
    }
    const { body: person } = await flag(test, one, other.user, { calculation_id: id }).expect(400);
    expect(person.details).toEqual({ calculation_id: [flagMessages.noCalculation] });
    const { body: made } = await flag(test, one, other.user, { subject, calculation_id: id }).expect(201);
    expect(made.flag).toMatchObject({ subject, calculation: 'Rude' });
    const [row] = await rowsAbout(test, agent, other.user);
    const calculations = async () => (await readFlag(test, agent, row!.id)).calculations;
    expect(await calculations()).toEqual([{ name: 'Rude', shared: { name: 'Rude', kind: 'loan' } }]);
    await pool.query(`UPDATE calculations SET name = 'Kind', kind = 'savings' WHERE id = $1`, [id]);
    expect(await calculations()).toEqual([{ name: 'Rude', shared: { name: 'Kind', kind: 'savings' } }]);
    await pool.query('DELETE FROM calculation_shares WHERE calculation_id = $1', [id]);
    expect(await calculations()).toEqual([{ name: 'Rude', shared: null }]);
    await pool.query('DELETE FROM calculations WHERE id = $1', [id]);
    expect(await calculations()).toEqual([{ name: 'Rude', shared: null }]);
    const { body: exported } = await callApi(test, exportUser, { access: one.access }).expect(200);
    expect(exported.reported_people).toMatchObject([{ calculation_id: null, calculation_name: 'Rude' }]);
  });
});

it.each([
  ['no text for another reason', { reason: 'other', text: '' }, 'text'],
  ['only invisible characters for another reason', { reason: 'other', text: ' \u200B\u00AD ' }, 'text'],
  ['1,001 characters', { text: 'a'.repeat(1_001) }, 'text'],
  ['an unknown reason', { reason: 'boring' }, 'reason'],
  ['an unknown subject', { subject: 'dog' }, 'subject'],
  ['a text for the block', { block: 'yes' }, 'block'],
  ['a field that it does not have', { outcome: 'warned' }, 'outcome'],
])('refuses %s', async (_, body, field) => {
  const [flagger, other] = [await createFlagger(test), await createUser(test)];
  const { body: refusal } = await flag(test, flagger, other, body).expect(400);
  expect(Object.keys(refusal.details)).toEqual([field]);
  expect(await ownFlags(test, flagger)).toEqual([]);
});

describe('the limits of reports', () => {
  it('is one open one for a pair, also at the same moment, with one of each two answers', async () => {
    const [flagger, other] = [await createFlagger(test), await createUser(test)];
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => flag(test, flagger, other, { subject: 'name' })),
    );
    const refused = answers.filter(({ status }) => status === 409);
    expect([answers.length - refused.length, refused.length]).toEqual([1, 5]);
    for (const { body } of refused)
      expect(body).toMatchObject({ code: 'already_flagged', msg: flagMessages.alreadyFlagged });
    expect(await rowsAbout(test, agent, other)).toMatchObject([{ flags: 1 }]);
  });

  it('are 10 a day, also at the same moment, and the refusal says when the next one is possible', async () => {
    const flagger = await createFlagger(test);
    const others = await Promise.all(Array.from({ length: 13 }, () => createUser(test)));
    const answers = await Promise.all(others.map((other) => flag(test, flagger, other)));
    const refused = answers.filter(({ status }) => status === 429);
    expect([answers.filter(({ status }) => status === 201).length, refused.length]).toEqual([10, 3]);
    expect(Number(refused[0]!.headers['retry-after'])).toBeGreaterThan(86_000);
    expect(await ownFlags(test, flagger)).toHaveLength(10);
    await test.database.pool.query(
      `UPDATE flags SET created_at = created_at - interval '1 day' WHERE flagger_id = $1`,
      [flagger.user.id],
    );
    await flag(test, flagger, await createUser(test)).expect(201);
  });

  it('let the 51st open one about a user count without its text, and its maker cannot tell', async () => {
    const other = await createUser(test);
    await insertFlags(test, other, flagLimits.open - 3);
    const flaggers = await Promise.all(Array.from({ length: 6 }, () => createFlagger(test)));
    const answers = await Promise.all(flaggers.map((flagger) => flag(test, flagger, other)));
    expect(answers.map(({ status }) => status)).toEqual(flaggers.map(() => 201));
    const { rows } = await test.database.pool.query(
      'SELECT count(*) FILTER (WHERE is_counted)::int AS counted, count(*)::int AS total FROM flags WHERE user_id = $1',
      [other.id],
    );
    expect(rows).toEqual([{ counted: 3, total: flagLimits.open + 3 }]);
    for (const flagger of flaggers) {
      expect(await ownFlags(test, flagger)).toMatchObject([{ username: other.username, outcome: null }]);
      await flag(test, flagger, other).expect(409);
      const { body: own } = await callApi(test, exportUser, { access: flagger.access }).expect(200);
      expect(own.reported_people).toMatchObject([{ text: 'Sends spam.' }]);
    }
    const [row] = await rowsAbout(test, agent, other);
    expect(await readFlag(test, agent, row!.id)).toMatchObject({
      flags: 53,
      counted: 3,
      texts: { length: 50 },
    });
  });
});

it('blocks in the same transaction, and a refused block saves no flag', async () => {
  const [flagger, other, third] = [
    await agedFriendCaller(),
    await agedFriendCaller(),
    await createUser(test),
  ];
  await befriend(flagger, other);
  await flag(test, flagger, other.user, { block: true }).expect(201);
  expect((await flagger.blocks()).body.data).toMatchObject([{ id: other.user.id }]);
  expect((await other.lists()).friends).toEqual([]);
  expect((await other.blocks()).body.data).toEqual([]);
  const again = await flag(test, flagger, other.user, { block: true }).expect(409);
  expect(again.body.msg).toBe(flagMessages.notBlocked);
  await test.database.pool.query(
    `WITH blocked AS (
       INSERT INTO users (id, username, email, password_hash)
       SELECT gen_random_uuid(), 'b-' || $1::text || n, 'b' || n || $1::text, 'none' FROM generate_series(1, 999) AS n
       RETURNING id
     ) INSERT INTO blocks (blocker_id, blocked_id) SELECT $1::uuid, id FROM blocked`,
    [flagger.user.id],
  );
  await flag(test, flagger, third, { block: true }).expect(403);
  expect(await ownFlags(test, flagger)).toHaveLength(1);
});

it('a repetition with an Idempotency-Key reads the flag of the first request', async () => {
  const [flagger, other] = [await createFlagger(test), await createUser(test)];
  const send = () => flag(test, flagger, other).set('idempotency-key', 'one');
  const { body } = await send().expect(201);
  expect((await send().expect(201)).body).toEqual(body);
  expect(await rowsAbout(test, agent, other)).toMatchObject([{ flags: 1 }]);
});

it('API tokens with every scope can neither report, nor read or answer reports, nor find them elsewhere', async () => {
  const [flagger, other] = [await createFlagger(test), await createUser(test)];
  await flag(test, flagger, other).expect(201);
  const [row] = await rowsAbout(test, root, other);
  const body = {
    name: 'All',
    scopes: tokenScopes,
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  };
  const created = await callApi(test, createToken, { access: root.access, body }).expect(201);
  const token = { user: root.user, access: String(created.body.token) };
  for (const call of [
    flag(test, token, other),
    callApi(test, listOwnFlags, { access: token.access }),
    queue(test, token),
    open(test, token, row!.id),
    answer(test, token, row!),
  ])
    expect((await call.expect(403)).body.code).toBe('insufficient_scope');
  const overview = await callApi(test, getUserOverview, { id: other.id, access: token.access }).expect(200);
  const day = new Date().toISOString().slice(0, 10);
  const range = { from: day, to: day, interval: 'day', time_zone: 'UTC' };
  const report = await callApi(test, getReport, { access: token.access, body: range }).expect(200);
  const timeline = await callApi(test, listTimeline, {
    access: token.access,
    body: { user_id: flagger.user.id },
  }).expect(200);
  expect(timeline.text).not.toContain('createFlag');
  expect([overview.body.flags, report.body.data.flags]).toEqual([null, null]);
});

describe('the queue', () => {
  it('has one row for each user and subject, is filtered and sorted, and is empty without a 404', async () => {
    const flaggers = await Promise.all(Array.from({ length: 3 }, () => createFlagger(test)));
    const [often, once] = [await createUser(test), await createUser(test)];
    await flag(test, flaggers[0]!, once, { reason: 'fraud', subject: 'image' }).expect(201);
    for (const flagger of flaggers) await flag(test, flagger, often).expect(201);
    const { body: all } = await queue(test, agent).expect(200);
    expect(listFlags.responses[200].schema.parse(all)).toEqual(all);
    const ids = async (body: object) =>
      ((await queue(test, agent, body).expect(200)).body.data as { user_id: string }[])
        .map(({ user_id }) => user_id)
        .filter((id) => [often.id, once.id].includes(id));
    expect(await ids({})).toEqual([once.id, often.id]);
    expect(await ids({ sort: 'latest' })).toEqual([often.id, once.id]);
    expect(await ids({ sort: 'most' })).toEqual([often.id, once.id]);
    expect(await ids({ reason: 'fraud' })).toEqual([once.id]);
    expect(await ids({ user: often.username.toUpperCase().slice(2) })).toEqual([often.id]);
    expect(await ids({ user: once.id })).toEqual([once.id]);
    await queue(test, agent, { user: '%' }).expect(404);
    await queue(test, agent, { user: uuidv7() }).expect(404);
    expect((await queue(test, agent, { state: 'answered' }).expect(200)).body).toMatchObject({
      data: [],
      totalFlag: 0,
    });
    const rows = (await queue(test, agent).expect(200)).body.data as FlagSummary[];
    for (const { id } of [once, often])
      await answer(
        test,
        agent,
        rows.find(({ user_id }) => user_id === id)!,
      ).expect(200);
    // The latest answer.
    const answered = { state: 'answered' };
    expect(await ids(answered)).toEqual([often.id, once.id]);
    expect(await ids({ ...answered, page_size: 1 })).toEqual([often.id]);
    expect(await ids({ ...answered, page_size: 1, page: 2 })).toEqual([once.id]);
    expect(await ids({ ...answered, user: often.id })).toEqual([often.id]);
    expect(await ids({ ...answered, reason: 'fraud' })).toEqual([once.id]);
    expect(await ids({ ...answered, sort: 'oldest' })).toEqual([once.id, often.id]);
    expect(await ids({ ...answered, sort: 'most' })).toEqual([often.id, once.id]);
    await queue(test, agent, { sort: 'a-z' }).expect(400);
    await queue(test, await createCaller(test)).expect(403);
  });
});
