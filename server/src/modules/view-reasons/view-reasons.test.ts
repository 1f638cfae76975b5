import { listAccesses, listTimeline } from 'contract/audit/audit.ts';
import { listIpRecords } from 'contract/records/records.ts';
import { previewNetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { listUserNotes } from 'contract/user-notes/user-notes.ts';
import { getUser, getUserOverview, listUsers } from 'contract/users/users.ts';
import { createViewReason } from 'contract/view-reasons/view-reasons.ts';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, type TestUser } from '#test/factories.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

type Caller = Awaited<ReturnType<typeof createCaller>>;
let agent: Caller;
beforeAll(async () => {
  agent = await createCaller(test, { is_staff: true });
});

async function setViewReason(value: 'off' | 'required') {
  await test.database.pool.query(
    `INSERT INTO settings (key, value, updated_at) VALUES ('view_reason', $1, now())
     ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    [JSON.stringify(value)],
  );
  await test.dependencies.settings.reload();
}
afterEach(() => setViewReason('off'));

const state = ({ id }: TestUser, reason: string, { access } = agent) =>
  callApi(test, createViewReason, { id, access, body: { reason } });
const read = ({ id }: TestUser, { access } = agent) => callApi(test, getUserOverview, { id, access });
const accessesOf = async ({ access }: Caller) =>
  (await callApi(test, listAccesses, { access }).expect(200)).body.data.map(
    ({ action, reason }: { action: string; reason: string | null }) => [action, reason],
  );

it('an access has the reason as the agent wrote it, and a view without one is another access', async () => {
  const owner = await createCaller(test);
  await read(owner.user).expect(200);
  await read(owner.user).expect(200);
  await state(owner.user, '  Asked for help.').expect(201);
  await read(owner.user).expect(200);
  await read(owner.user).expect(200);
  expect(await accessesOf(owner)).toEqual([
    ['getUserOverview', 'Asked for help.'],
    ['createViewReason', null],
    ['getUserOverview', null],
  ]);
});

describe('where a reason is required', () => {
  const reads: [string, (user: TestUser) => ReturnType<typeof callApi>][] = [
    ['the record', ({ id }) => callApi(test, getUser, { id, access: agent.access })],
    ['the overview', (user) => read(user)],
    ['the notes', ({ id }) => callApi(test, listUserNotes, { id, access: agent.access })],
    [
      'the timeline',
      ({ id }) => callApi(test, listTimeline, { access: agent.access, body: { user_id: id } }),
    ],
    [
      'the IP records by id',
      ({ id }) => callApi(test, listIpRecords, { access: agent.access, body: { user: id } }),
    ],
    [
      'the IP records by name',
      ({ username }) => callApi(test, listIpRecords, { access: agent.access, body: { user: username } }),
    ],
  ];
  it.each(reads)(
    '%s cannot be read without one, for the agent and the user, until an hour is over',
    async (_, view) => {
      const owner = await createCaller(test);
      await setViewReason('required');
      const refused = await view(owner.user).expect(403);
      expect(refused.body.code).toBe('view_reason_required');
      await state(owner.user, 'Asked for help.').expect(201);
      await view(owner.user).expect(200);
      const colleague = await createCaller(test, { is_staff: true });
      await read(owner.user, colleague).expect(403);
      await test.database.pool.query(`UPDATE view_reasons SET expires_at = now() WHERE user_id = $1`, [
        owner.user.id,
      ]);
      await view(owner.user).expect(403);
    },
  );

  it('the counts of a network need one, which is on record also if they are all zero', async () => {
    await setViewReason('required');
    const preview = (more: object) =>
      callApi(test, previewNetworkBlock, {
        access: agent.access,
        body: { network: '203.0.113.77', days: 3, ...more },
      });
    expect((await preview({}).expect(403)).body.code).toBe('view_reason_required');
    const view_reason = 'Guesses passwords.';
    await preview({ view_reason }).expect(200);
    const where = { action: 'previewNetworkBlock', actor_id: agent.user.id };
    const events = await test.database.prisma.auditEvent.findMany({ where, include: { details: true } });
    expect(events).toHaveLength(1);
    expect(events[0]?.details?.details).toContain(view_reason);
  });

  it('lists need none, and neither do users who read their own record', async () => {
    await setViewReason('required');
    const owner = await createCaller(test);
    await callApi(test, listUsers, { access: agent.access }).expect(200);
    await callApi(test, getUser, { id: owner.user.id, access: owner.access }).expect(200);
    await callApi(test, getUser, { id: agent.user.id, access: agent.access }).expect(200);
  });
});

it.each([
  ['201 characters', 'a'.repeat(201)],
  ['blanks', '   '],
])('refuses a reason of %s', async (_, reason) => {
  const owner = await createCaller(test);
  await state(owner.user, reason).expect(400);
});

it('nobody states a reason for a user who does not exist', async () => {
  await state({ ...agent.user, id: '01930a4e-7c00-7000-8000-000000000000' }, 'Why not.').expect(404);
});
