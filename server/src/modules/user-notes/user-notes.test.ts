import { createUserNote, deleteUserNote, listUserNotes } from 'contract/user-notes/user-notes.ts';
import { exportUser } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { actionsOf, createCaller, createUser, type TestUser } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Caller = Awaited<ReturnType<typeof createCaller>>;
let agent: Caller;
let colleague: Caller;
let root: Caller;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
  colleague = await createCaller(test, { is_staff: true });
  root = await createCaller(test, { is_superuser: true });
});

const write = ({ id }: TestUser, text: string, { access } = agent) =>
  callApi(test, createUserNote, { id, access, body: { text } });
const list = async ({ id }: TestUser) =>
  (await callApi(test, listUserNotes, { id, access: agent.access }).expect(200)).body.data;
const remove = ({ id: userId }: TestUser, id: string, { access }: Caller) =>
  callApi(test, { method: 'DELETE', url: deleteUserNote.url.replace(':userId', userId) }, { id, access });

it('notes are for staff, the latest first, with author and time', async () => {
  const user = await createUser(test);
  const { body } = await write(user, '  First call.\n').expect(201);
  expect(body.note).toMatchObject({ text: 'First call.', author: agent.user.username });
  await write(user, 'Second call.', colleague).expect(201);
  const notes = await list(user);
  expect(listUserNotes.responses[200].schema.parse({ data: notes })).toEqual({ data: notes });
  expect(notes.map(({ text, author }: { text: string; author: string }) => [text, author])).toEqual([
    ['Second call.', colleague.user.username],
    ['First call.', agent.user.username],
  ]);
  expect(await actionsOf(test, user)).toEqual(['createUserNote', 'createUserNote', 'listUserNotes']);
});

it('a note is deleted by its author within 15 minutes, and by a superuser always', async () => {
  const user = await createUser(test);
  const ids = [];
  for (const text of ['one', 'two', 'three']) ids.push((await write(user, text).expect(201)).body.note.id);
  const [first, second, third] = ids as [string, string, string];
  await remove(user, first, colleague).expect(403);
  await remove(user, first, agent).expect(204);
  await remove(user, first, agent).expect(404);
  await test.database.pool.query(`UPDATE user_notes SET created_at = created_at - interval '16 minutes'`);
  await remove(user, second, agent).expect(403);
  await remove(user, second, root).expect(204);
  await remove(await createUser(test), third, root).expect(404);
  expect(await list(user)).toHaveLength(1);
});

it('the export of the user has text and time of each note, and not its author', async () => {
  const owner = await createCaller(test);
  await write(owner.user, 'Asked twice.').expect(201);
  const { body, text } = await callApi(test, exportUser, { access: owner.access }).expect(200);
  expect(body.staff_notes).toEqual([{ text: 'Asked twice.', created_at: expect.any(String) }]);
  expect(text).not.toContain(agent.user.username);
});

it('at most 200 notes on a user, also written at the same moment', async () => {
  const user = await createUser(test);
  await test.database.prisma.userNote.createMany({
    data: Array.from({ length: 198 }, () => ({ id: uuidv7(), user_id: user.id, text: 'note' })),
  });
  const statuses = await Promise.all(Array.from({ length: 5 }, () => write(user, 'one more')));
  expect(statuses.filter(({ status }) => status === 201)).toHaveLength(2);
  expect(await test.database.prisma.userNote.count({ where: { user_id: user.id } })).toBe(200);
});

it.each([
  ['2,001 characters', 'a'.repeat(2_001)],
  ['blanks', ' \n '],
  ['nothing', ''],
])('refuses a note of %s', async (_, text) => {
  const user = await createUser(test);
  await write(user, text).expect(400);
  expect(await list(user)).toEqual([]);
});
