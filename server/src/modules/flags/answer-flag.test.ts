import { randomUUID } from 'node:crypto';
import { getSignedUrl, getStorageUsage } from 'contract/files/files.ts';
import {
  flagLimits,
  flagMessages,
  type FlagOutcome,
  flagOutcomes,
  flagOutcomeTexts,
} from 'contract/flags/flags.constants.ts';
import { formatLongDate } from 'contract/formats.ts';
import type { FlagSummary } from 'contract/flags/flags.ts';
import { deleteUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeAll, describe, expect, it } from 'vitest';
import { setUserImage } from '#domain/storage/user-images.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { ageSignIns, createCaller, createUser, eventsOf, readRow, type TestUser } from '#test/factories.ts';
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
import { addUserImage } from '#test/images.ts';
import { deliverMail } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Caller = Awaited<ReturnType<typeof createFlagger>>;
let agent: Caller;
let colleague: Caller;
let root: Caller;
beforeAll(async () => {
  agent = await createFlagger(test, { is_staff: true });
  colleague = await createFlagger(test, { is_staff: true });
  root = await createFlagger(test, { is_staff: true, is_superuser: true });
});

/** A user whom so many others have reported. */
async function createFlagged(flags = 1, body: object = {}, options = {}, hasImage = false) {
  const flagged = await createCaller(test, options);
  if (hasImage) await addUserImage(test, flagged.user.id);
  const flaggers = await Promise.all(Array.from({ length: flags }, () => createFlagger(test)));
  for (const flagger of flaggers) await flag(test, flagger, flagged.user, body).expect(201);
  const [row] = await rowsAbout(test, root, flagged.user);
  return { ...flagged, flaggers, row: row! };
}

const notificationsOf = ({ id }: TestUser) =>
  test.database.prisma.notification.findMany({ where: { user_id: id } });

const staffMail = 'A message from our staff about your account';
const staffMessage = (text: unknown) => ({ kind: 'staff_message', level: 'critical', text });

const pick = (row: object, fields: readonly string[]) =>
  Object.fromEntries(Object.entries(row).filter(([field]) => fields.includes(field)));

/** What each outcome does to the user. */
const effects: Record<FlagOutcome, { acts: string[]; mails: string[]; notified: object[]; changed: object }> =
  {
    no_action: { acts: [], mails: [], notified: [], changed: {} },
    warned: { acts: [], mails: [staffMail], notified: [staffMessage('Please be kind.')], changed: {} },
    image_removed: {
      acts: ['user_update'],
      mails: [staffMail],
      notified: [staffMessage('A member of our staff removed your image.')],
      changed: { user_image: null },
    },
    name_changed: {
      acts: ['user_update'],
      mails: [staffMail],
      notified: [staffMessage(expect.stringMatching(/^Your username is now “renamed-[^”]*”\./))],
      changed: { username: expect.stringMatching(/^renamed-/) },
    },
    suspended: {
      acts: ['suspendUser'],
      mails: ['Your account is suspended'],
      notified: [],
      changed: { suspension_reason: 'You sent spam.', suspended_until: expect.any(Date) },
    },
  };

describe('an answer', () => {
  it.each(flagOutcomes)(
    'with the outcome %s acts, and says so to everybody who reported the user',
    async (outcome) => {
      const flagged = await createFlagged(2, { subject: 'image' }, {}, true);
      const before = await readRow(test, flagged.user);
      const { body } = await answer(test, agent, flagged.row, outcome, { note: 'Seen.' }).expect(200);
      expect(body).toMatchObject({
        msg: flagMessages.answered,
        flag: { flags: 2, answer: { outcome, note: 'Seen.', answered_by: agent.user.username } },
      });
      for (const flagger of flagged.flaggers) {
        expect(await notificationsOf(flagger.user)).toMatchObject([
          {
            kind: 'flag_answered',
            title: `Your report of ${formatLongDate(new Date().toISOString())}`,
            text: flagOutcomeTexts[outcome],
          },
        ]);
        expect(await ownFlags(test, flagger)).toMatchObject([{ outcome, username: flagged.user.username }]);
      }
      const { acts, mails, notified, changed } = effects[outcome];
      const { date_updated: _, ...row } = await readRow(test, flagged.user);
      expect(row).toMatchObject(changed);
      expect(before).toMatchObject({ ...row, ...pick(before, Object.keys(changed)) });
      expect(await notificationsOf(flagged.user)).toMatchObject(notified);
      const sent = (await deliverMail(test)).filter(({ to }) => to === flagged.user.email);
      expect(sent.map(({ subject }) => subject)).toEqual(mails);
      const events = (await eventsOf(test, flagged.user)).map(({ action }) => action);
      expect(events.filter((action) => /^(user_update|suspendUser)$/.test(action))).toEqual(acts);
    },
  );

  it('answers the flags of the same subject alone, and a later report opens a new row', async () => {
    const flagged = await createFlagged();
    const [other, flagger] = [await createFlagger(test), flagged.flaggers[0]!];
    await flag(test, other, flagged.user, { subject: 'name' }).expect(201);
    await answer(test, agent, flagged.row).expect(200);
    expect(await rowsAbout(test, agent, flagged.user)).toMatchObject([{ subject: 'name', answer: null }]);
    await flag(test, flagger, flagged.user).expect(201);
    const [, row] = await rowsAbout(test, agent, flagged.user);
    const { earlier } = await readFlag(test, agent, row!.id);
    expect(earlier.map(({ subject, answer: before }) => [subject, before?.outcome])).toEqual([
      ['name', undefined],
      ['person', 'no_action'],
    ]);
  });

  it('of two at once is one, and the second is a 409 with the first', async () => {
    const flagged = await createFlagged();
    const answers = await Promise.all([
      answer(test, agent, flagged.row, 'warned'),
      answer(test, colleague, flagged.row, 'suspended'),
    ]);
    const [first, second] = answers.toSorted((a, b) => a.status - b.status);
    expect([first!.status, second!.status, second!.body.code]).toEqual([200, 409, 'conflict']);
    const { outcome, answered_by } = (first!.body.flag as FlagSummary).answer!;
    expect(second!.body.msg).toBe(`${answered_by} has answered this already: ${outcome}.`);
    expect((await readRow(test, flagged.user)).suspended_until === null).toBe(outcome === 'warned');
  });

  it('is refused for what the agent has not read: a report that arrived since', async () => {
    const flagged = await createFlagged();
    await flag(test, await createFlagger(test), flagged.user).expect(201);
    const { body } = await answer(test, agent, flagged.row).expect(409);
    expect(body.msg).toBe(flagMessages.moreFlags);
    await answer(test, agent, (await rowsAbout(test, agent, flagged.user))[0]!).expect(200);
  });

  it('does not end a suspension earlier: the flag has its end, and only a later one replaces it', async () => {
    const flagged = await createFlagged();
    const end = inDays(365);
    await flag(test, await createFlagger(test), flagged.user, { subject: 'name' }).expect(201);
    await answer(test, agent, flagged.row, 'suspended', { ends_at: end }).expect(200);
    const [row] = await rowsAbout(test, agent, flagged.user);
    expect(await readFlag(test, agent, row!.id)).toMatchObject({ suspended_until: end });
    const suspend = (days: number) => answer(test, agent, row!, 'suspended', { ends_at: inDays(days) });
    const { body } = await suspend(3).expect(409);
    expect(body.details).toEqual({ ends_at: [flagMessages.earlierEnd(new Date(end))] });
    expect((await readRow(test, flagged.user)).suspended_until?.toISOString()).toBe(end);
    await suspend(365.5).expect(200);
  });

  it('needs a recent sign-in, and is not for who made a report of them', async () => {
    const flagged = await createFlagged();
    await flag(test, agent, flagged.user).expect(201);
    const [row] = await rowsAbout(test, agent, flagged.user);
    expect((await readFlag(test, agent, row!.id)).may_answer).toBe(false);
    const { body } = await answer(test, agent, row!).expect(403);
    expect(body.msg).toBe(flagMessages.ownFlag);
    const tired = await createCaller(test, { is_staff: true });
    await ageSignIns(test, tired.user.id, 16 * 60);
    const { body: refusal } = await answer(test, tired, row!).expect(403);
    expect(refusal.code).toBe('reauthentication_required');
    await answer(test, colleague, row!).expect(200);
  });

  describe('that is refused', () => {
    let flagged: Awaited<ReturnType<typeof createFlagged>>;
    beforeAll(async () => {
      flagged = await createFlagged();
    });

    it.each([
      ['a warning without a message', 'warned', { message: '' }, 'message'],
      ['a suspension without an end', 'suspended', { ends_at: undefined }, 'ends_at'],
      ['a suspension that ends too soon', 'suspended', { ends_at: new Date().toISOString() }, 'ends_at'],
      ['another name without a name', 'name_changed', { username: undefined }, 'username'],
      ['an end of a warning', 'warned', { ends_at: '2027-01-01T00:00:00Z' }, 'ends_at'],
      ['a message without an action', 'no_action', { message: 'Hello.' }, 'message'],
      ['501 characters', 'warned', { message: 'a'.repeat(501) }, 'message'],
      ['an unknown outcome', 'no_action', { outcome: 'banned' }, 'outcome'],
      ['no version', 'no_action', { version: undefined }, 'version'],
    ] as const)('changes nothing: %s', async (_, outcome, body, field) => {
      const { body: refusal } = await answer(test, agent, flagged.row, outcome, body).expect(400);
      expect(Object.keys(refusal.details)).toEqual([field]);
      expect(await rowsAbout(test, agent, flagged.user)).toMatchObject([{ answer: null }]);
      expect(await notificationsOf(flagged.flaggers[0]!.user)).toEqual([]);
    });
  });

  it('changes nothing if the act is refused: a taken or the same name, or no image', async () => {
    const flagged = await createFlagged();
    const { username: taken } = await createUser(test);
    const rename = (username: string) => answer(test, agent, flagged.row, 'name_changed', { username });
    await rename(taken.toUpperCase()).expect(409);
    await rename(flagged.user.username).expect(400);
    await answer(test, agent, flagged.row, 'image_removed').expect(409);
    expect(await rowsAbout(test, agent, flagged.user)).toMatchObject([{ answer: null }]);
    expect(await notificationsOf(flagged.user)).toEqual([]);
  });
});

describe('a new name', () => {
  it('does not hide the case from who searches for the reported one', async () => {
    const { row, user } = await createFlagged();
    const username = `u-${randomUUID().slice(0, 12)}`;
    await answer(test, agent, row, 'name_changed', { username }).expect(200);
    for (const name of [user.username, username]) {
      const { body } = await queue(test, agent, { state: 'answered', user: name }).expect(200);
      expect(body.data).toMatchObject([{ username, answer: { outcome: 'name_changed' } }]);
      const all = await queue(test, agent, { state: 'ALL', user: name }).expect(200);
      expect(all.body.data).toMatchObject([{ username, flags: row.flags }]);
    }
  });
});

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

const download = async (url: string) => {
  const { pathname, search } = new URL(url);
  return (await request(test.app.server).get(pathname + search)).status;
};
const removeImage = ({ id }: TestUser) =>
  test.database.prisma.$transaction((tx) => setUserImage(tx, test.dependencies.settings, id, null));
const keyOf = async ({ id }: TestUser) =>
  (await test.database.prisma.flag.findFirstOrThrow({ where: { user_id: id } })).image_key;

describe('the image of a reported user', () => {
  it('can be removed, whether fifty other reports are about the person or about an earlier image', async () => {
    const other = await createUser(test);
    await insertFlags(test, other, flagLimits.open);
    const opened = async () => {
      const row = (await rowsAbout(test, agent, other)).find(({ subject }) => subject === 'image');
      return readFlag(test, agent, row!.id);
    };
    await addUserImage(test, other.id);
    await flag(test, await createFlagger(test), other, { subject: 'image' }).expect(201);
    expect(await opened()).toMatchObject({ counted: 0, texts: [{}], images: [{ is_current: true }] });
    await insertFlags(test, other, flagLimits.open, 'image');
    await addUserImage(test, other.id);
    await flag(test, await createFlagger(test), other, { subject: 'image' }).expect(201);
    const row = await opened();
    expect(row).toMatchObject({ counted: 1, images: [{ is_current: false }, { is_current: true }] });
    await answer(test, agent, row, 'image_removed').expect(200);
  });

  it('is not removed if it is not the one that was reported', async () => {
    const flagged = await createFlagged(1, { subject: 'image' }, {}, true);
    await removeImage(flagged.user);
    const key = await addUserImage(test, flagged.user.id);
    const { body } = await answer(test, agent, flagged.row, 'image_removed').expect(409);
    expect(body.msg).toBe(flagMessages.otherImage);
    expect(await readRow(test, flagged.user)).toMatchObject({ user_image: key });
    expect(await rowsAbout(test, agent, flagged.user)).toMatchObject([{ answer: null }]);
  });

  it('stays for agents until the answer, and the user cannot tell', async () => {
    const flagged = await createCaller(test);
    const key = await addUserImage(test, flagged.user.id);
    const { body } = await callApi(test, getSignedUrl, { id: key, access: flagged.access }).expect(200);
    await flag(test, await createFlagger(test), flagged.user, { subject: 'image' }).expect(201);
    const [row] = await rowsAbout(test, agent, flagged.user);
    const before = await readFlag(test, agent, row!.id);
    expect(before.images).toMatchObject([{ is_current: true }]);
    await removeImage(flagged.user);
    await deliverMail(test);
    expect(await download(body.url)).toBe(404);
    await callApi(test, getSignedUrl, { id: key, access: flagged.access }).expect(404);
    const copy = (await keyOf(flagged.user))!;
    await callApi(test, getSignedUrl, { id: copy, access: flagged.access }).expect(404);
    const usageOf = async ({ access }: { access: string }) =>
      (await callApi(test, getStorageUsage, { access }).expect(200)).body as object;
    expect(await usageOf(flagged)).toEqual(await usageOf(await createCaller(test)));
    const { images } = await readFlag(test, agent, row!.id);
    expect(images).toMatchObject([{ is_current: false }]);
    expect(await download(images[0]!.url)).toBe(200);

    await answer(test, agent, row!).expect(200);
    await deliverMail(test);
    expect(await download(images[0]!.url)).toBe(404);
    expect((await readFlag(test, agent, row!.id)).images).toEqual([]);
  });

  it('that the user still has remains after the answer, and one that two subjects need until both answers', async () => {
    const flagged = await createCaller(test);
    await addUserImage(test, flagged.user.id);
    for (const subject of ['image', 'person'])
      await flag(test, await createFlagger(test), flagged.user, { subject }).expect(201);
    const [first, second] = await rowsAbout(test, agent, flagged.user);
    const { images } = await readFlag(test, agent, first!.id);
    await answer(test, agent, first!).expect(200);
    await deliverMail(test);
    expect(await download(images[0]!.url)).toBe(200);
    await removeImage(flagged.user);
    await deliverMail(test);
    const { images: copies } = await readFlag(test, agent, second!.id);
    expect([await download(images[0]!.url), await download(copies[0]!.url)]).toEqual([404, 200]);
  });

  it('goes with the account, and so do its flags', async () => {
    const flagged = await createCaller(test);
    await addUserImage(test, flagged.user.id);
    const flagger = await createFlagger(test);
    await flag(test, flagger, flagged.user, { subject: 'image' }).expect(201);
    await removeImage(flagged.user);
    await deliverMail(test);
    const [row] = await rowsAbout(test, agent, flagged.user);
    const { images } = await readFlag(test, agent, row!.id);
    await callApi(test, deleteUser, { id: flagged.user.id, access: root.access }).expect(204);
    await deliverMail(test);
    expect(await download(images[0]!.url)).toBe(404);
    await open(test, agent, row!.id).expect(404);
    expect(await ownFlags(test, flagger)).toEqual([]);
  });
});

it('the deletion of who reported keeps the flag without a name', async () => {
  const flagged = await createFlagged();
  await callApi(test, deleteUser, { id: flagged.flaggers[0]!.user.id, access: root.access }).expect(204);
  expect((await readFlag(test, agent, flagged.row.id)).texts).toMatchObject([
    { flagger: null, text: 'Sends spam.' },
  ]);
  await answer(test, agent, flagged.row, 'warned').expect(200);
});
