import {
  disownSecondFactor,
  listSecondFactors,
  makeRecoveryCodes,
} from 'contract/second-factors/second-factors.ts';
import { adminUpdateUser, deleteUser, listSessions, updateUser } from 'contract/users/users.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  createCaller,
  eventsOf,
  password,
  readRow,
  resetPasswordHash,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { ageLinks, deliverMail, followLink, linkIn, type MailedLink } from '#test/mail.ts';
import { addTestPasskey, createEnrolledUser, enrol, post } from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const hourSeconds = 60 * 60;
const added = 'A second factor was added to your account';

beforeEach(() => deliverMail(test));

const list = async (access: string) => (await callApi(test, listSecondFactors, { access }).expect(200)).body;
const openLink = (link: MailedLink) => followLink(test, link);
const expectInvalidLink = async (link: MailedLink) =>
  expect((await openLink(link).expect(400)).body.code).toBe('invalid_link');

/** The link of the email about the factor that was added last. */
async function mailedLink({ email }: TestUser): Promise<MailedLink> {
  const mail = (await deliverMail(test)).findLast(({ to, subject }) => to === email && subject === added);
  const link = linkIn(mail);
  expect(link.page).toBe('not-me');
  return link;
}

const resetLinksTo = async ({ email }: TestUser) =>
  (await deliverMail(test)).filter(({ to, subject }) => to === email && subject === 'Reset your password');

/** What the user has was added 8 days ago. */
const ageWays = async ({ id }: TestUser) => {
  for (const table of ['second_factors', 'recovery_codes'])
    await test.database.pool.query(
      `UPDATE ${table} SET created_at = now() - interval '8 days' WHERE user_id = $1`,
      [id],
    );
};

describe('the link in the email about an added factor', () => {
  it('removes the factor, ends all sessions and sends a reset link, once', async () => {
    const { user, access } = await createEnrolledUser(test);
    const link = await mailedLink(user);
    expect((await openLink(link).expect(200)).body.msg).toContain('removed');
    await callApi(test, listSessions, { access }).expect(401);
    const [mail, ...otherMails] = await resetLinksTo(user);
    expect(otherMails).toEqual([]);
    await followLink(test, linkIn(mail)).expect(200);
    expect((await tryLogin(test, user.username, password)).status).toBe(400);
    // A password is sufficient again.
    await resetPasswordHash(test, user.id);
    const { access: newAccess } = await signIn(test, user);
    expect(await list(newAccess)).toEqual({ data: [], recovery_codes_left: 0 });
    await expectInvalidLink(link);
    await callApi(test, listSessions, { access: newAccess }).expect(200);
    const event = (await eventsOf(test, user)).find(({ action }) => action === 'disownSecondFactor');
    expect([event?.actor_id, event?.details?.details]).toEqual([user.id, expect.stringContaining('totp')]);
  });

  it('leaves the owner’s factors and recovery codes from more than a week before, and asks to check them', async () => {
    const caller = await createCaller(test);
    const passkey = await addTestPasskey(test, caller.access);
    await mailedLink(caller.user);
    await ageWays(caller.user);
    const { user, access } = await enrol(test, caller);
    const link = await mailedLink(user);
    await openLink(link).expect(200);
    const [remaining] = await test.database.prisma.secondFactor.findMany({ where: { user_id: user.id } });
    expect(remaining?.credential_id).toBe(passkey.id);
    const codes = () => test.database.prisma.recoveryCode.count({ where: { user_id: user.id } });
    expect(await codes()).toBe(10);
    await callApi(test, listSessions, { access }).expect(401);
    const asked = { user_id: user.id, title: 'Check how you sign in' };
    expect(await test.database.prisma.notification.count({ where: asked })).toBe(1);
  });

  it('removes recovery codes that were created after the factor', async () => {
    const caller = await createCaller(test);
    await addTestPasskey(test, caller.access);
    await ageWays(caller.user);
    const { user, access } = await enrol(test, caller);
    const link = await mailedLink(user);
    await post(test, makeRecoveryCodes.url, access).expect(200);
    await openLink(link).expect(200);
    expect(await test.database.prisma.recoveryCode.count({ where: { user_id: user.id } })).toBe(0);
    expect(await test.database.prisma.secondFactor.count({ where: { user_id: user.id } })).toBe(1);
  });

  it('works for 72 hours, whether or not the factor still exists, and one of ten parallel uses counts', async () => {
    const { user, access } = await createEnrolledUser(test);
    const link = await mailedLink(user);
    await test.database.prisma.secondFactor.deleteMany({ where: { user_id: user.id } });
    await ageLinks(test, 72 * hourSeconds - 60);
    const responses = await Promise.all(
      Array.from({ length: 10 }, async () => (await openLink(link)).status),
    );
    expect(responses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(9).fill(400)]);
    expect(await resetLinksTo(user)).toHaveLength(1);
    await callApi(test, listSessions, { access }).expect(401);

    const other = await createEnrolledUser(test);
    const expiredLink = await mailedLink(other.user);
    await ageLinks(test, 72 * hourSeconds + 60);
    await expectInvalidLink(expiredLink);
    await callApi(test, listSessions, { access: other.access }).expect(200);
  });

  it('returns the account to the mailbox that it was sent to, if a thief has changed the email address', async () => {
    const { user, access } = await createEnrolledUser(test);
    const link = await mailedLink(user);
    const thief = `thief-${user.email}`;
    await callApi(test, updateUser, { id: user.id, access, body: { email: thief } }).expect(200);
    const confirm = (await deliverMail(test)).find(({ to }) => to === thief);
    await followLink(test, linkIn(confirm), access).expect(200);
    await deliverMail(test);
    const { body } = await openLink(link).expect(200);
    expect(body.msg).toContain('this email address again');
    expect((await readRow(test, user)).email).toBe(user.email);
    const mails = await deliverMail(test);
    expect(mails).toHaveLength(2);
    expect(new Map(mails.map(({ to, subject }) => [to, subject]))).toEqual(
      new Map([
        [thief, 'Your email address was changed back'],
        [user.email, 'Reset your password'],
      ]),
    );
    expect((await tryLogin(test, user.username, password)).status).toBe(400);
  });

  it('cancels a deletion that was requested since, and mails nothing if staff have disabled the account', async () => {
    const open = await createEnrolledUser(test);
    const link = await mailedLink(open.user);
    await callApi(test, deleteUser, { id: open.user.id, access: open.access }).expect(204);
    const { body } = await openLink(link).expect(200);
    expect(body.msg).toContain('It will not be deleted. We have sent you an email');
    expect(await resetLinksTo(open.user)).toHaveLength(1);
    expect(await readRow(test, open.user)).toMatchObject({ is_active: true, deletion_asked_at: null });

    const disabled = await createEnrolledUser(test);
    const otherLink = await mailedLink(disabled.user);
    const data = { is_active: false };
    await test.database.prisma.user.update({ where: { id: disabled.user.id }, data });
    const { body: other } = await openLink(otherLink).expect(200);
    expect(other.msg).toContain('Our staff have disabled the account');
    expect(await resetLinksTo(disabled.user)).toEqual([]);
  });

  it('has a separate token, and becomes void with an email address that staff change', async () => {
    const [first, second] = [await createEnrolledUser(test), await createEnrolledUser(test)];
    const mails = await deliverMail(test);
    const linkTo = ({ user }: { user: TestUser }) => linkIn(mails.find(({ to }) => to === user.email));
    await expectInvalidLink({ ...linkTo(first), token: linkTo(second).token });
    await expectInvalidLink({ ...linkTo(first), uid: '%00' });
    await expectInvalidLink({ ...linkTo(first), page: 'undo-email-change' });
    await callApi(test, disownSecondFactor, { id: 'nothing' }).expect(400);
    const staff = await createCaller(test, { is_staff: true });
    const body = { email: `new-${first.user.email}` };
    await callApi(test, adminUpdateUser, { id: first.user.id, access: staff.access, body }).expect(200);
    await expectInvalidLink(linkTo(first));
    expect(await test.database.prisma.secondFactor.count({ where: { user_id: first.user.id } })).toBe(1);
  });
});
