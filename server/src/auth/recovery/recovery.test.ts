import { createHash, randomUUID } from 'node:crypto';
import { resendVerificationEmail } from 'contract/accounts/accounts.ts';
import { adminUpdateUser, deleteUser, updateUser } from 'contract/users/users.ts';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  createCaller,
  createTemporaryPassword,
  createUser,
  newPassword,
  password,
  readRow,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { deliverMail, followLink, linkIn } from '#test/mail.ts';
import { addTestPasskey, answerSecondFactor, requestSecondFactor } from '#test/second-factors.ts';
import { linkPurposes } from '#auth/links/account-links.ts';
import { sealedPurposes } from '#auth/second-factor/tokens.ts';
import { type Effect, type RecoveryEvent, recoveryEvents } from './recovery-events.ts';
import { ways } from './recovery.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const newest = 'a newer horse battery';

/** Tables about users that let nobody sign in or act. */
const otherTables = [
  'users',
  // Counts and records.
  'sign_ins superuser_addresses login_guards second_factor_tries audit_events audit_details ip_records log_records view_reasons',
  // What users have.
  'preferences files friend_requests friend_request_uses blocks calculations',
  'objectives objective_amounts quiz_attempts quiz_attempt_questions training_cards notifications notices',
  'notice_reads dataset_follows cash_rate_notices user_notes settings network_blocks',
  'acquaintances flags flag_answers invitations invitation_uses test_mails',
].flatMap((names) => names.split(' '));

/** Columns with such a name that are no credential of a user. */
const otherColumns = new Set(
  [
    'audit_details.client_salt audit_details.salt audit_events.client_hash audit_events.details_hash',
    'audit_details.view_key audit_seals.events_hash audit_seals.hash audit_seals.mac used_challenges.challenge',
    'mail_budget_uses.recipient_key rate_limit_counts.key login_guards.key flags.image_key invitations.token_hash',
  ].flatMap((names) => names.split(' ')),
);

it('every table of a user and every column of a credential is a way in the table, or is declared as none', async () => {
  const { rows: tables } = await test.database.pool.query<{ name: string }>(`
    WITH RECURSIVE about_users AS (
      SELECT 'users'::regclass::oid AS id
      UNION SELECT attrelid FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid AND relkind = 'r'
        WHERE attname ~ '(^|_)(user|actor|target)_id$' AND relnamespace = 'public'::regnamespace
      UNION SELECT conrelid FROM pg_constraint JOIN about_users ON confrelid = about_users.id
    )
    SELECT relname AS name FROM about_users JOIN pg_class ON pg_class.oid = id`);
  const stored = new Set(Object.values(ways).flatMap((way) => [...way.stored] as string[]));
  const storedTables = new Set([...stored].map((name) => name.split('.')[0] ?? ''));
  storedTables.delete('users');
  const unknown = tables.map(({ name }) => name).filter((name) => !storedTables.has(name));
  expect(unknown.toSorted()).toEqual(otherTables.toSorted());

  const { rows: columns } = await test.database.pool.query<{ table_name: string; name: string }>(`
    SELECT table_name, table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = 'public'
      AND column_name ~ '(password|secret|token|hash|nonce|challenge|credential|public_key|pending_email|_key$)'`);
  const isDeclared = ({ table_name, name }: { table_name: string; name: string }) =>
    storedTables.has(table_name) || stored.has(name) || otherColumns.has(name);
  expect(columns.filter((column) => !isDeclared(column)).map(({ name }) => name)).toEqual([]);
});

it('every purpose of a link and of a sealed state is a way in the table', () => {
  const stored = Object.values(ways).flatMap((way) => [...way.stored] as string[]);
  const purposes = [
    ...linkPurposes.map((purpose) => `account_links.${purpose}`),
    ...sealedPurposes.map((purpose) => `sealed.${purpose}`),
  ];
  const found = stored.filter((name) => /^(account_links|sealed)\./.test(name));
  expect(found.toSorted()).toEqual(purposes.toSorted());
});

const dayMs = 24 * 60 * 60 * 1_000;

/** Added long ago, in the week before an event that is undone (as by the same thief, who added something else first), and since. */
const ages = ['old', 'week', 'new'] as const;
type Age = (typeof ages)[number];

const remaining: Record<Effect, readonly Age[]> = {
  end: [],
  end_recent: ['old'],
  remain: ages,
  review: ages,
  replace: [],
};

const hashOf = (text: string) => new Uint8Array(createHash('sha256').update(text).digest());
const ageOfCode = (hash: Uint8Array) => ages.find((age) => Buffer.from(hashOf(age)).equals(hash));
const spareCode = 'aaaaaaaaaaaaaaaa';

/** Adds one of everything that has an age. A password replaces the former. */
async function addWays({ id: user_id }: TestUser, age: Age, created_at: Date): Promise<void> {
  const { prisma } = test.database;
  const password_hash = await test.dependencies.hashing.hash(age, '127.0.0.1');
  await prisma.user.update({ where: { id: user_id }, data: { password_hash } });
  const row = () => ({ id: uuidv7(), user_id, created_at });
  const expires_at = new Date(Date.now() + dayMs);
  await prisma.device.create({ data: { ...row(), user_agent: age } });
  await prisma.apiToken.create({
    data: { ...row(), name: age, prefix: 'dcl_x', token_hash: hashOf(randomUUID()), expires_at },
  });
  for (const method of ['passkey', 'totp']) {
    await prisma.secondFactor.create({ data: { ...row(), method, name: age, confirmed_at: created_at } });
  }
  await prisma.recoveryCode.create({ data: { user_id, created_at, code_hash: hashOf(age) } });
  await prisma.identity.create({
    data: {
      id: uuidv7(),
      user_id,
      issuer: 'https://a.example',
      subject: `${age} ${user_id}`,
      name: age,
      linked_at: created_at,
    },
  });
  await prisma.idempotencyKey.create({
    data: { user_id, operation: 'createNotice', key: age, body_hash: hashOf(age), status: 201, created_at },
  });
}

/** The ages of what is left, by the name of the way. */
async function agesLeft({ id: user_id }: TestUser) {
  const { prisma } = test.database;
  const { hashing } = test.dependencies;
  const { password_hash, has_password } = await readRow(test, { id: user_id });
  const isPassword = async (age: Age) => has_password && hashing.verify(password_hash, age, '127.0.0.1');
  const passwords = await Promise.all(ages.map(async (age) => ((await isPassword(age)) ? age : undefined)));
  const where = { user_id };
  const factors = await prisma.secondFactor.findMany({ where });
  const codes = await prisma.recoveryCode.findMany({ where });
  const names = {
    password: passwords,
    device: (await prisma.device.findMany({ where })).map(({ user_agent }) => user_agent),
    api_token: (await prisma.apiToken.findMany({ where })).map(({ name }) => name),
    passkey: factors.filter(({ method }) => method === 'passkey').map(({ name }) => name),
    totp: factors.filter(({ method }) => method === 'totp').map(({ name }) => name),
    recovery_code: codes.map(({ code_hash }) => ageOfCode(code_hash)),
    identity: (await prisma.identity.findMany({ where })).map(({ name }) => name),
    idempotency_key: (await prisma.idempotencyKey.findMany({ where })).map(({ key }) => key),
  };
  return Object.fromEntries(
    Object.entries(names).map(([way, found]) => [
      way,
      ages.filter((age) => (found as (string | null | undefined)[]).includes(age)),
    ]),
  );
}

/** One of each purpose to the current address. Resolves to their ids. */
async function addLinks({ id: user_id, email }: { id: string; email: string }): Promise<string[]> {
  const expires_at = new Date(Date.now() + dayMs);
  const nonce = new Uint8Array(16);
  const data = linkPurposes.map((purpose) => ({ id: uuidv7(), user_id, purpose, email, nonce, expires_at }));
  await test.database.prisma.accountLink.createMany({ data });
  return data.map(({ id }) => id);
}

/** Events after which a thief, whose act they undo, is out. */
const undoing: ReadonlySet<RecoveryEvent> = new Set([
  'address_restored',
  'credential_disowned',
  'deletion_undone',
]);

/** The purposes of links that the request to delete the account ends. */
const closing = new Set(['verify_email', 'undo_deletion']);

const put = (user: TestUser, access: string, body: object) =>
  callApi(test, updateUser, { id: user.id, access, body }).expect(200);

/** With a recovery code, if the account has a second factor by then. */
async function signInWithFactor(user: TestUser, enteredPassword: string): Promise<void> {
  const { token } = await requestSecondFactor(test, user, enteredPassword);
  await answerSecondFactor(test, token, { method: 'recovery_code', code: spareCode }).expect(200);
}

/** Each resolves to what makes the event happen, after what an attacker adds in the meantime. */
const events: Record<RecoveryEvent, (user: TestUser, access: string) => Promise<() => Promise<unknown>>> = {
  password_changed: async (user, access) => {
    return () => put(user, access, newPassword(newest));
  },
  reset_redeemed: async (user) => {
    return async () => signInWithFactor(user, await createTemporaryPassword(test, user));
  },
  password_set_by_staff: async ({ id }) => {
    const { access } = await createCaller(test, { is_staff: true });
    return () => callApi(test, adminUpdateUser, { id, access, body: newPassword(newest) }).expect(200);
  },
  address_restored: async (user, access) => {
    await put(user, access, { email: `attacker-${user.email}` });
    const undo = linkIn((await deliverMail(test)).find(({ to }) => to === user.email));
    return () => followLink(test, undo).expect(200);
  },
  address_set_by_staff: async ({ id, email }) => {
    const { access } = await createCaller(test, { is_staff: true });
    return async () => {
      await test.database.prisma.user.update({ where: { id }, data: { email: `attacker-${email}` } });
      await callApi(test, adminUpdateUser, { id, access, body: { email } }).expect(200);
    };
  },
  deletion_undone: async ({ id, email }, access) => {
    return async () => {
      await callApi(test, deleteUser, { id, access }).expect(204);
      const undo = linkIn((await deliverMail(test)).find(({ to }) => to === email));
      await followLink(test, undo).expect(200);
    };
  },
  credential_disowned: async (user, access) => {
    await addTestPasskey(test, access);
    const notMe = linkIn((await deliverMail(test)).find(({ to }) => to === user.email));
    return () => followLink(test, notMe).expect(200);
  },
  mailbox_proven: async (user) => {
    await test.database.prisma.user.update({ where: { id: user.id }, data: { email_verified_at: null } });
    const body = { username: user.username, password: 'week', new_email: user.email };
    await callApi(test, resendVerificationEmail, { body }).expect(200);
    const verify = linkIn((await deliverMail(test)).find(({ to }) => to === user.email));
    return () => followLink(test, verify).expect(200);
  },
};

it.each(recoveryEvents)('%s ends of every way what the table says', async (event) => {
  const user = await createUser(test);
  const { access } = await signIn(test, user);
  await deliverMail(test);
  const now = Date.now();
  await addWays(user, 'old', new Date(now - 30 * dayMs));
  await addWays(user, 'week', new Date(now - 3 * dayMs));
  const { prisma } = test.database;
  await prisma.recoveryCode.create({
    data: { user_id: user.id, code_hash: hashOf(spareCode), created_at: new Date(now - 30 * dayMs) },
  });
  // A session of a user with second factors has presented one.
  await prisma.session.updateMany({ where: { user_id: user.id }, data: { second_factor_at: new Date() } });
  const former = await prisma.session.findFirstOrThrow({ where: { user_id: user.id } });
  const happen = await events[event](user, access);
  await addWays(user, 'new', new Date());
  const reset = await createTemporaryPassword(test, user);
  const linkIds = await addLinks(await readRow(test, user));
  await happen();

  const left = await agesLeft(user);
  const expected = Object.keys(left).map((way) => {
    const stays = remaining[ways[way as keyof typeof ways].on[event]];
    return [way, stays.filter((age) => way !== 'password' || age === 'new')];
  });
  expect(left).toEqual(Object.fromEntries(expected));
  const links = await prisma.accountLink.findMany({ where: { id: { in: linkIds } } });
  const purposes = Object.values(ways).flatMap(({ stored, on }) =>
    on[event] === 'remain' ? stored.flatMap((name) => name.split('account_links.')[1] ?? []) : [],
  );
  const isChecked = (purpose: string) => !(event === 'deletion_undone' && closing.has(purpose));
  expect([event, links.map(({ purpose }) => purpose).toSorted()]).toEqual([
    event,
    purposes.filter(isChecked).toSorted(),
  ]);
  // Whatever the table says, nothing of a thief remains: neither what was added since, nor what was added shortly before.
  const recent = Object.values(left).flatMap((found) => found.filter((age) => age !== 'old'));
  expect([event, undoing.has(event) ? recent : []]).toEqual([event, []]);
  expect([event, left['identity']?.includes('new')]).toEqual([event, event === 'password_changed']);
  const { revoked_at } = await prisma.session.findUniqueOrThrow({ where: { id: former.id } });
  expect([ways.session.on[event], revoked_at !== null]).toEqual(['end', true]);
  expect((await readRow(test, user)).pending_email).toBeNull();
  const { notification } = prisma;
  const asked = await notification.count({ where: { user_id: user.id, title: 'Check how you sign in' } });
  const asksForReview = ['review', 'end_recent'].includes(ways.passkey.on[event]);
  expect([event, asked]).toEqual([event, asksForReview ? 1 : 0]);
  const knownWorks = (await tryLogin(test, user.username, 'new')).status === 200;
  expect([event, knownWorks]).toEqual([event, ways.password.on[event] === 'remain']);
  const resetWorks = (await tryLogin(test, user.username, reset)).status === 200;
  expect([event, resetWorks]).toEqual([event, remaining[ways.reset.on[event]].length > 0]);
});

it('a reset of a registration that was never verified removes what a squatter prepared', async () => {
  const user = await createUser(test, { isVerified: false });
  await addWays(user, 'old', new Date(Date.now() - 30 * dayMs));
  await test.database.prisma.recoveryCode.create({
    data: { user_id: user.id, code_hash: hashOf(spareCode) },
  });
  await signInWithFactor(user, await createTemporaryPassword(test, user));
  expect(Object.values(await agesLeft(user)).flat()).toEqual([]);
});

it('a squatter whose registration the owner of the mailbox has confirmed is out with the owner’s reset', async () => {
  const user = await createUser(test, { isVerified: false });
  const body = { username: user.username, password, new_email: user.email };
  await callApi(test, resendVerificationEmail, { body }).expect(200);
  await followLink(test, linkIn((await deliverMail(test)).find(({ to }) => to === user.email))).expect(200);
  await signIn(test, user);
  await addWays(user, 'new', new Date());
  await test.database.prisma.recoveryCode.create({
    data: { user_id: user.id, code_hash: hashOf(spareCode) },
  });
  await signInWithFactor(user, await createTemporaryPassword(test, user));
  expect(await agesLeft(user)).toMatchObject({
    password: [],
    identity: [],
    api_token: [],
    idempotency_key: [],
  });
});
