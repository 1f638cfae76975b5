import { type FlagOutcome, flagOutcomes } from 'contract/flags/flags.constants.ts';
import {
  answerFlag,
  createFlag,
  type Flag,
  type FlagSummary,
  getFlag,
  listFlags,
  listOwnFlags,
  type OwnFlag,
} from 'contract/flags/flags.ts';
import type { TestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, type TestUser } from '#test/factories.ts';

interface Caller {
  user: TestUser;
  access: string;
}

/** A signed-in user whose account is old enough to report somebody. */
export async function createFlagger(
  test: TestApp,
  options: Parameters<typeof createCaller>[1] = {},
): Promise<Caller> {
  const { user, access } = await createCaller(test, options);
  await test.database.pool.query(
    `UPDATE users SET created_at = created_at - interval '25 hours' WHERE id = $1`,
    [user.id],
  );
  return { user, access };
}

export const flag = (test: TestApp, { access }: Caller, { id }: Pick<TestUser, 'id'>, body: object = {}) =>
  callApi(test, createFlag, {
    access,
    body: { user_id: id, subject: 'person', reason: 'spam', text: 'Sends spam.', ...body },
  });

export const queue = (test: TestApp, { access }: Caller, body: object = {}) =>
  callApi(test, listFlags, { access, body: { page_size: 100, ...body } });

/** The rows about a user that the caller sees. */
export async function rowsAbout(
  test: TestApp,
  caller: Caller,
  { id }: Pick<TestUser, 'id'>,
  body: object = {},
): Promise<FlagSummary[]> {
  const { body: page } = await queue(test, caller, body).expect(200);
  return (page.data as FlagSummary[]).filter(({ user_id }) => user_id === id);
}

export const open = (test: TestApp, { access }: Caller, id: string) => callApi(test, getFlag, { id, access });

export async function readFlag(test: TestApp, caller: Caller, id: string): Promise<Flag> {
  return (await open(test, caller, id).expect(200)).body as Flag;
}

export async function ownFlags(test: TestApp, { access }: Caller): Promise<OwnFlag[]> {
  return (await callApi(test, listOwnFlags, { access }).expect(200)).body.data as OwnFlag[];
}

const inAWeek = () => new Date(Date.now() + 7 * 86_400_000).toISOString();

const fields: Record<FlagOutcome, () => object> = {
  no_action: () => ({}),
  warned: () => ({ message: 'Please be kind.' }),
  image_removed: () => ({}),
  name_changed: () => ({ username: `renamed-${Math.random().toString(36).slice(2, 10)}` }),
  suspended: () => ({ message: 'You sent spam.', ends_at: inAWeek() }),
};

export const answer = (
  test: TestApp,
  { access }: Caller,
  { id, version }: Pick<FlagSummary, 'id' | 'version'>,
  outcome: FlagOutcome = flagOutcomes[0],
  body: object = {},
) => callApi(test, answerFlag, { id, access, body: { outcome, version, ...fields[outcome](), ...body } });

/** Open flags of others, without HTTP. */
export async function insertFlags(
  test: TestApp,
  { id }: TestUser,
  count: number,
  subject = 'person',
): Promise<void> {
  await test.database.pool.query(
    `WITH flagger AS (
       INSERT INTO users (id, username, email, password_hash)
       SELECT gen_random_uuid(), $3 || '-' || $1::text || n, $3 || n || $1::text, 'none' FROM generate_series(1, $2::int) AS n
       RETURNING id
     )
     INSERT INTO flags (id, user_id, flagger_id, subject, reason, text, username)
     SELECT gen_random_uuid(), $1::uuid, id, $3, 'spam', 'Spam.', 'them' FROM flagger`,
    [id, count, subject],
  );
}
