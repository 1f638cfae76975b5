import { verify } from 'argon2';
import { beforeEach, describe, expect, it } from 'vitest';
import { StartError } from '#platform/process/start-error.ts';
import { useTestApp } from '#test/app.ts';
import { createUser as createPlainUser, eventsOf, signIn } from '#test/factories.ts';
import { deliverMail, followLink, linkIn } from '#test/mail.ts';
import { createUser, ensureSuperuser } from './operators.service.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

beforeEach(() => test.database.prisma.user.deleteMany());

const allUsers = () => test.database.prisma.user.findMany();
const admin = { username: 'root', email: 'root@example.org', password: 'correct horse battery' };
const ensure = (account: { username: string; email: string; password: string | undefined } = admin) =>
  ensureSuperuser(test.dependencies, account);

describe('ensureSuperuser', () => {
  it('creates the first superuser, who can sign in', async () => {
    expect(await ensure()).toEqual({ username: 'root', randomPassword: undefined });
    expect(await allUsers()).toMatchObject([
      { username: 'root', is_superuser: true, is_staff: true, must_change_password: false },
    ]);
    const { user } = await signIn(test, { username: 'root' }, { password: admin.password });
    expect(user.is_superuser).toBe(true);
  });

  it('generates a password, which must be changed, if none is configured, and returns it once', async () => {
    const { randomPassword } = await ensure({ ...admin, password: undefined });
    const [user] = await allUsers();
    expect(await verify(user?.password_hash ?? '', randomPassword ?? '')).toBe(true);
    expect(user?.must_change_password).toBe(true);
    const later = await ensure({ ...admin, username: 'other', password: undefined });
    expect(later).toEqual({ username: 'root', randomPassword: undefined });
  });

  it('changes nothing if there is a superuser', async () => {
    await createPlainUser(test, { username: 'boss', is_superuser: true });
    await ensure();
    expect(await allUsers()).toMatchObject([{ username: 'boss' }]);
  });

  it('creates one superuser, however many processes start at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 4 }, () => ensure({ ...admin, password: undefined })),
    );
    expect(made.filter(({ randomPassword }) => randomPassword !== undefined)).toHaveLength(1);
    expect(await allUsers()).toHaveLength(1);
  });

  it.each([
    ['ADMIN_USERNAME', { username: 'a b' }],
    ['ADMIN_EMAIL', { email: 'root' }],
    ['ADMIN_PASSWORD', { password: 'short' }],
    ['ADMIN_PASSWORD', { password: 'Password1' }],
  ])('reports that %s is wrong', async (variable, change) => {
    const made = ensure({ ...admin, ...change });
    await expect(made).rejects.toBeInstanceOf(StartError);
    await expect(made).rejects.toThrow(new RegExp(`^${variable} is refused: .+$`));
  });

  it('reports that the name belongs to a user who is not a superuser', async () => {
    await createPlainUser(test, { username: 'ROOT', email: 'other@example.org' });
    await expect(ensure()).rejects.toThrow('ADMIN_USERNAME is refused: root is taken by another account.');
  });
});

describe('createUser', () => {
  const grace = {
    username: 'grace',
    email: 'grace@example.org',
    password: 'correct horse battery',
    isStaff: true,
    isSuperuser: false,
    isVerified: true,
  };
  const create = (change: Partial<typeof grace> = {}) =>
    createUser(test.dependencies, { ...grace, ...change });

  it('creates a verified staff account that can sign in, and records it', async () => {
    const { id } = await create();
    const { user } = await signIn(test, { username: 'grace' }, { password: grace.password });
    expect(user).toMatchObject({ id, is_staff: true, is_superuser: false });
    expect((await eventsOf(test, { id }))[0]).toMatchObject({ action: 'register', actor_id: null });
  });

  it('makes a superuser a member of staff as well', async () => {
    await create({ isStaff: false, isSuperuser: true });
    expect(await allUsers()).toMatchObject([{ is_staff: true, is_superuser: true }]);
  });

  it('sends an unverified user the verification link', async () => {
    await create({ isVerified: false });
    const [mail] = await deliverMail(test);
    expect(mail?.to).toBe('grace@example.org');
    await followLink(test, linkIn(mail)).expect(200);
  });

  it.each([
    [{ username: 'x' }, 'username', 'it must have 3 to 30 letters, digits, dots, underscores or hyphens.'],
    [{ email: 'x' }, 'email address', 'it must be an email address such as ada@example.org.'],
    [{ email: '' }, 'email address', 'it must be an email address such as ada@example.org.'],
    [{ password: 'x' }, 'password', 'it must have 8 to 128 characters.'],
    [{ password: 'grace@example.org' }, 'password', 'Must not be the username, the email or Declassified.'],
    [{ password: 'password1234' }, 'password', 'This password is too common. Choose another.'],
  ])('refuses %j in one sentence', async (change, field, reason) => {
    await expect(create(change)).rejects.toEqual(new StartError(`The ${field} is refused: ${reason}`));
    expect(await allUsers()).toEqual([]);
  });

  it('refuses a username or an email address that is taken', async () => {
    await create();
    await expect(create({ email: 'other@example.org' })).rejects.toEqual(
      new StartError('The username is refused: grace is taken by another account.'),
    );
    await expect(create({ username: 'other' })).rejects.toEqual(
      new StartError('The email address is refused: grace@example.org is taken by another account.'),
    );
  });
});
