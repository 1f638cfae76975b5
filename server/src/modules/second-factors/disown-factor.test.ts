import {
  disownSecondFactor,
  listSecondFactors,
  makeRecoveryCodes,
} from 'contract/second-factors/second-factors.ts';
import { adminUpdateUser, deleteUser, listSessions } from 'contract/users/users.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createCaller, eventsOf, signIn, type TestUser } from '#test/factories.ts';
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
    // The password is sufficient again.
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

  it('also works while the account is being deleted, and then sends no reset link', async () => {
    const { user, access } = await createEnrolledUser(test);
    const link = await mailedLink(user);
    await callApi(test, deleteUser, { id: user.id, access }).expect(204);
    const [deletionMail] = await deliverMail(test);
    await openLink(link).expect(200);
    expect(await resetLinksTo(user)).toEqual([]);
    await followLink(test, linkIn(deletionMail)).expect(200);
    await signIn(test, user);
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
