import { adminUpdateUser, updateUser, UpdateUserBody } from 'contract/users/users.ts';
import { User } from 'contract/users/user.ts';
import { v7 as uuidv7 } from 'uuid';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { waitingForLocks } from '#test/database.ts';
import {
  actionsOf,
  ageSignIns,
  createCaller,
  createUser,
  eventsOf,
  readRow,
  signIn,
} from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const put = (id: string, access: string) => callApi(test, updateUser, { id, access });

const details = {
  username: 'grace.hopper',
  date_of_birth: '1906-12-09',
  country_name: 'Australia',
  country_code: '61',
  phone_number: '+61 (2) 1234-5678',
};

describe('updateUser', () => {
  it('saves every detail, updates date_updated, and reports the changed fields without their values', async () => {
    const { user, access } = await createCaller(test);
    const before = await readRow(test, user);
    const { body } = await put(user.id, access).send(details).expect(200);
    expect(body.msg).toBe('User Updated!');
    expect(User.strict().parse(body.user)).toMatchObject({ ...details, id: user.id, email: user.email });
    expect((await readRow(test, user)).date_updated.getTime()).toBeGreaterThan(before.date_updated.getTime());
    expect(await actionsOf(test, user)).toEqual(['login', 'profile_update']);
    const recorded = (await eventsOf(test, user)).at(-1)?.details?.details ?? '';
    expect(JSON.parse(recorded)).toMatchObject({
      fields: ['username', 'date_of_birth', 'country_name', 'country_code', 'phone_number'],
      from: user.username,
      to: 'grace.hopper',
    });
    expect(recorded).not.toContain('1906-12');
  });

  it.each([['Australia'], ['Antarctica'], ['Atlantis'], [null]])(
    'judges a phone number in %s by its characters alone, as the form does',
    async (country_name) => {
      const { user, access } = await createCaller(test);
      for (const phone_number of ['400 1', '12345', '+61 (2) 1234-5678', '1'.repeat(32)])
        await put(user.id, access).send({ country_name, phone_number }).expect(200);
      for (const phone_number of ['400 l', '+61*', '1'.repeat(33)]) {
        const refusals = UpdateUserBody.safeParse({ country_name, phone_number }).error?.issues;
        const { body } = await put(user.id, access).send({ country_name, phone_number }).expect(400);
        expect(body).toMatchObject({ code: 'validation_failed' });
        expect(body.details).toEqual({ phone_number: refusals?.map(({ message }) => message) });
      }
    },
  );

  it('does not change omitted fields, and clears fields that a form sends empty', async () => {
    const { user, access } = await createCaller(test);
    const { username: _, ...optional } = details;
    await put(user.id, access).send(optional).expect(200);
    await put(user.id, access).send({ phone_number: '0400 000 000' }).expect(200);
    expect(await readRow(test, user)).toMatchObject({
      country_name: 'Australia',
      phone_number: '0400 000 000',
    });

    const form = put(user.id, access);
    const empty = { date_of_birth: '', country_name: 'null', country_code: 'undefined', phone_number: '' };
    for (const [field, text] of Object.entries(empty)) void form.field(field, text);
    await form.field('new_password', '').field('confirm_new_password', '').expect(200);
    expect(await readRow(test, user)).toMatchObject({
      username: user.username,
      date_of_birth: null,
      country_name: null,
      country_code: null,
      phone_number: null,
    });
  });

  it.each(['null', 'undefined'])(
    'takes “%s” in a form as text in the fields that cannot be null',
    async (text) => {
      const { user, access } = await createCaller(test);
      const staff = await createCaller(test, { is_staff: true });
      const form = (operation: typeof updateUser | typeof adminUpdateUser, caller: string) =>
        callApi(test, operation, { id: user.id, access: caller });
      await form(updateUser, access).field('username', text).expect(200);
      await form(updateUser, access).field('username', text).field('phone_number', '42').expect(200);
      await form(adminUpdateUser, staff.access)
        .field('username', text)
        .field('phone_number', '43')
        .expect(200);
      expect(await readRow(test, user)).toMatchObject({ username: text, phone_number: '43' });

      const refusals: [string, string, string][] = [
        ['email', text, 'INVALID EMAIL FORMAT'],
        ['username', '', 'Enter a username.'],
        ['email', '', 'EMAIL REQUIRED'],
      ];
      for (const [field, value, message] of refusals) {
        const { body } = await form(updateUser, access).field(field, value).expect(400);
        expect(body.details[field][0]).toBe(message);
        await form(adminUpdateUser, staff.access).field(field, value).expect(400);
      }
      // The password is the name, or too short.
      for (const [operation, caller] of [
        [updateUser, access] as const,
        [adminUpdateUser, staff.access] as const,
      ]) {
        const fields = form(operation, caller).field('new_password', text);
        expect((await fields.expect(400)).body.details).toHaveProperty('confirm_new_password');
        const confirmed = form(operation, caller)
          .field('new_password', text)
          .field('confirm_new_password', text);
        expect((await confirmed.expect(400)).body.details).toHaveProperty('new_password');
      }
      await ageSignIns(test, user.id, 3600);
      const { body } = await form(updateUser, access)
        .field('email', 'a@example.org')
        .field('current_password', text);
      expect(body.code).toBe('invalid_credentials');
    },
  );

  it('sets the password “undefined”, with which the user then signs in', async () => {
    const { user, access } = await createCaller(test);
    const form = put(user.id, access)
      .field('new_password', 'undefined')
      .field('confirm_new_password', 'undefined');
    await form.expect(200);
    await signIn(test, user, { password: 'undefined' });
    await deliverMail(test);
  });

  it('accepts a country code with or without a leading +, and stores its digits', async () => {
    const { user, access } = await createCaller(test);
    const form = put(user.id, access).field('country_name', 'Australia').field('country_code', '+61');
    expect((await form.expect(200)).body.user.country_code).toBe('61');
    const actions = await actionsOf(test, user);
    await put(user.id, access).send({ country_code: '+61' }).expect(200);
    await put(user.id, access).send({ country_code: '61' }).expect(200);
    // Both are the code that the user already has.
    expect(await actionsOf(test, user)).toEqual(actions);
  });

  it('writes and records nothing if a complete record is sent without a change', async () => {
    const { user, access } = await createCaller(test);
    const { body } = await put(user.id, access).send({ phone_number: '1' }).expect(200);
    const before = await readRow(test, user);
    await ageSignIns(test, user.id, 3600);
    const repeated = await put(user.id, access).send(body.user).expect(200);
    expect({ ...repeated.body.user, last_login_time: null }).toEqual({ ...body.user, last_login_time: null });
    expect(await readRow(test, user)).toEqual(before);
    expect(await actionsOf(test, user)).toEqual(['login', 'profile_update']);
    expect(await deliverMail(test)).toEqual([]);
  });

  it('ignores every field that the user may not change, and saves the others', async () => {
    const { user, access } = await createCaller(test);
    const before = await readRow(test, user);
    const others = {
      id: uuidv7(),
      is_superuser: true,
      is_staff: true,
      is_premium_user: true,
      is_active: false,
      user_image: 'images/another.webp',
      last_login: '2001-01-01T00:00:00.000Z',
      last_login_time: 'x',
      date_updated: null,
      login_attempts: 42,
      account_status: 'locked',
      pending_email: 'thief@example.org',
      must_change_password: true,
      password_hash: 'x',
      email_verified_at: null,
      no_such_field: ['\u0000'],
    };
    await put(user.id, access)
      .send({ ...others, phone_number: '42' })
      .expect(200);
    const form = put(user.id, access).field('country_name', 'Atlantis').field('is_staff', 'true');
    await form.field('is_superuser', 'True').field('user_image', 'null').expect(200);
    const { date_updated: _, ...unchangedColumns } = before;
    expect(await readRow(test, user)).toMatchObject({
      ...unchangedColumns,
      phone_number: '42',
      country_name: 'Atlantis',
    });
  });

  it.each([
    ['date_of_birth', '2999-01-01'],
    ['date_of_birth', '1990-02-30'],
    ['date_of_birth', '1899-12-31'],
    ['date_of_birth', '10/12/1990'],
    ['country_code', '++61'],
    ['country_code', '+'],
    ['country_code', '6+1'],
    ['country_code', '1234567890123456'],
    ['country_name', 'x'.repeat(101)],
    ['phone_number', '1'.repeat(33)],
    ['phone_number', 'call me'],
    ['username', ''],
    ['username', null],
    ['username', 'a b'],
    ['email', null],
    ['email', 'nobody'],
    ['new_password', 'short'],
  ])('refuses %s %j by name and saves nothing', async (field, value) => {
    const { user, access } = await createCaller(test);
    const before = await readRow(test, user);
    const body = { phone_number: '7', [field]: value };
    if (field === 'phone_number') Object.assign(body, { country_name: 'Atlantis' });
    const response = await put(user.id, access).send(body).expect(400);
    expect(response.body.code).toBe('validation_failed');
    expect(Object.keys(response.body.details)).toContain(field);
    expect(await readRow(test, user)).toEqual(before);
  });

  it('accepts only a code of the country, after merging the request with the stored values', async () => {
    const { user, access } = await createCaller(test);
    const save = (body: object) => put(user.id, access).send(body);
    const refusal = await save({ country_name: 'Australia', country_code: '64' }).expect(400);
    expect(refusal.body.details).toEqual({ country_code: ['Must be 61 for Australia.'] });
    await save({ country_name: 'Australia', country_code: '61' }).expect(200);
    await save({ country_name: 'New Zealand' }).expect(400);
    await save({ country_code: '64' }).expect(400);
    await save({ country_name: 'Kazakhstan 2', country_code: '77' }).expect(200);
    await save({ country_name: 'Atlantis' }).expect(200);
    await save({ country_code: '999' }).expect(200);
    expect(await readRow(test, user)).toMatchObject({ country_name: 'Atlantis', country_code: '999' });
    await save({ country_name: null }).expect(200);
  });

  it('names a username and an email address that are both taken, in any letter case', async () => {
    const other = await createUser(test, { username: 'taken.name' });
    const { user, access } = await createCaller(test);
    const body = { username: 'TAKEN.name', email: other.email.toUpperCase(), phone_number: '1' };
    const response = await put(user.id, access).send(body).expect(409);
    expect(response.body).toMatchObject({
      code: 'conflict',
      msg: 'username already exists, email already exists',
      details: { username: ['username already exists'], email: ['email already exists'] },
    });
    expect(await readRow(test, user)).toMatchObject({ username: user.username, phone_number: null });
    await put(user.id, access).send({ username: user.username.toUpperCase() }).expect(200);
  });

  it('by a user who is deleted at the same time is refused like a request of an ended session', async () => {
    const { user, access } = await createCaller(test);
    const pending = await test.database.prisma.$transaction(async (tx) => {
      await tx.user.delete({ where: { id: user.id } });
      const status = put(user.id, access)
        .send({ phone_number: '1' })
        .then((response) => response.status);
      await expect.poll(() => waitingForLocks(test.database)).toBe(1);
      return { status };
    });
    expect(await pending.status).toBe(401);
  });

  it('gives a username to one of two users who request it at once', async () => {
    const [one, two] = [await createCaller(test), await createCaller(test)];
    for (let round = 0; round < 6; round++) {
      const responses = await Promise.all(
        [one, two].map(({ user, access }) => put(user.id, access).send({ username: `Name-${round}` })),
      );
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
      const refusal = responses.find(({ status }) => status === 409);
      expect(refusal?.body.details).toEqual({ username: ['username already exists'] });
    }
  });
});
