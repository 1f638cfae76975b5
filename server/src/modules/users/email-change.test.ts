import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { registerUser, requestPasswordReset } from 'contract/accounts/accounts.ts';
import { mailBudgets } from 'contract/accounts/accounts.constants.ts';
import { getUser, updateUser } from 'contract/users/users.ts';
import request from 'supertest';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanUpAccounts } from '#modules/accounts/clean-up.service.ts';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  actionsOf,
  createCaller,
  createUser,
  resetPasswordHash,
  newPassword,
  password,
  readRow,
  registration,
  signIn,
  type TestUser,
  tryLogin,
} from '#test/factories.ts';
import { waitingForLocks } from '#test/database.ts';
import { addUserImage } from '#test/images.ts';
import { ageLinks, deliverMail, followLink, linkIn, type MailedLink } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const hourSeconds = 60 * 60;
const [current, next, third] = ['ada@example.org', 'ada@new.example', 'ada@third.example'];

const put = ({ user, access }: { user: TestUser; access: string }, body: object) =>
  callApi(test, updateUser, { id: user.id, access, body });
const readSelf = ({ user, access }: { user: TestUser; access: string }) =>
  callApi(test, getUser, { id: user.id, access });
const post = (url: string, body: object) => request(test.app.server).post(url).send(body);
const storedEmails = async (id: string) => {
  const { email, pending_email } = await readRow(test, { id });
  return { email, pending_email };
};

const createAda = () => createCaller(test, { username: 'ada', email: current });

/** Requests a change. Resolves to the links of its two emails. */
async function requestChange(caller: { user: TestUser; access: string }, email: string) {
  await put(caller, { email }).expect(200);
  const mails = await deliverMail(test);
  const linkTo = (page: MailedLink['page']) => linkIn(mails.find(({ text }) => text.includes(`/${page}/`)));
  return { confirm: linkTo('verify-email'), undo: linkTo('undo-email-change') };
}

/** Requests a reset, as anyone can. Resolves to the link that is sent to the current email address. */
async function requestReset(): Promise<MailedLink> {
  await post(requestPasswordReset.url, { email: current }).expect(200);
  return linkIn((await deliverMail(test)).at(-1));
}

/** Requests and confirms a change. */
async function changeEmail(caller: { user: TestUser; access: string }, email: string) {
  const { email: former } = await storedEmails(caller.user.id);
  const { confirm, undo } = await requestChange(caller, email);
  await followLink(test, confirm, caller.access).expect(200);
  const [mail] = await deliverMail(test);
  expect([mail?.to, mail?.subject, linkIn(mail)]).toEqual([former, 'Your email address was changed', undo]);
  return { confirm, undo };
}

async function expectInvalid(link: MailedLink, access?: string): Promise<void> {
  expect((await followLink(test, link, access).expect(400)).body.code).toBe('invalid_link');
}

beforeEach(async () => {
  await test.database.prisma.user.deleteMany();
  await test.database.prisma.mailBudgetUse.deleteMany();
});

describe('updateUser with a new email address', () => {
  it('does not change the current email address, sends a link to the new one, and informs the old one', async () => {
    // A username that no token contains by chance.
    const ada = await createCaller(test, { username: 'ada.lovelace', email: current });
    const { body } = await put(ada, { email: next, phone_number: '1' }).expect(200);
    expect(body.user).toMatchObject({ email: current, pending_email: next, phone_number: '1' });
    const mails = await deliverMail(test);
    expect(Object.fromEntries(mails.map(({ to, subject }) => [to, subject]))).toEqual({
      [current]: 'Your email address is being changed',
      [next]: 'Confirm your new email address',
    });
    expect(mails).toHaveLength(2);
    // Neither email contains text that a user chose.
    for (const { text, html } of mails) expect(text + html).not.toMatch(/lovelace|ada@|new\.example/);
    expect(await actionsOf(test, ada.user)).toEqual(['login', 'profile_update', 'email_change']);
  });

  it('does not cancel a pending change when a complete record is sent, and sends the email again within its budget', async () => {
    const ada = await createAda();
    const { confirm } = await requestChange(ada, next);
    await put(ada, { email: current, phone_number: '1' }).expect(200);
    await put(ada, { email: current.toUpperCase() }).expect(200);
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: next });
    for (let i = 1; i < mailBudgets.confirmation.perHour + 2; i++)
      await put(ada, { email: next }).expect(200);
    const repeatedMails = await deliverMail(test);
    expect(repeatedMails.map(({ to }) => to)).toEqual(
      Array.from({ length: mailBudgets.confirmation.perHour - 1 }, () => next),
    );
    // Each of its links works, and then the others give the same response.
    await followLink(test, confirm, ada.access).expect(200);
    await followLink(test, linkIn(repeatedMails[0]), ada.access).expect(200);
  });

  it('is a conflict for the email address of another account, and while a reset whose link was followed is valid', async () => {
    const ada = await createAda();
    const other = await createUser(test);
    const taken = await put(ada, { email: other.email.toUpperCase(), phone_number: '1' }).expect(409);
    expect(taken.body).toMatchObject({
      msg: 'email already exists',
      details: { email: [expect.any(String)] },
    });

    const reset = await requestReset();
    const { body } = await followLink(test, reset).then(() =>
      put(ada, { email: next, phone_number: '1' }).expect(409),
    );
    expect(body.msg).toContain('password reset');
    expect((await readRow(test, ada.user)).phone_number).toBeNull();
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
    await ageLinks(test, hourSeconds + 1);
    await put(ada, { email: next }).expect(200);
  });

  it('is not blocked by a reset that was only requested, because anyone can request one', async () => {
    const ada = await createAda();
    await requestReset();
    await changeEmail(ada, next);
    expect(await storedEmails(ada.user.id)).toEqual({ email: next, pending_email: null });
  });

  it('accepts the pending email address at a sign-in with a new password, unless another account has it', async () => {
    const ada = await createAda();
    const newestPassword = 'a newer horse battery';
    await put(ada, { email: next, ...newPassword(newestPassword) }).expect(200);
    await tryLogin(test, next.toUpperCase(), newestPassword).expect(200);
    await createUser(test, { email: next });
    await tryLogin(test, next.toUpperCase(), newestPassword).expect(400);
  });

  it('gives an email address that is pending for two accounts to the first that confirms it', async () => {
    const [ada, eve] = [await createAda(), await createCaller(test, { username: 'eve' })];
    const [adaLinks, eveLinks] = [await requestChange(ada, next), await requestChange(eve, next)];
    await followLink(test, adaLinks.confirm, ada.access).expect(200);
    const { body } = await followLink(test, eveLinks.confirm, eve.access).expect(409);
    expect(body.details).toEqual({ email: ['email already exists'] });
    expect(await storedEmails(eve.user.id)).toEqual({ email: eve.user.email, pending_email: next });
  });
});

describe('verifyEmail of a changed email address', () => {
  it('requires a session of its account, and then responds the same again without one', async () => {
    const [ada, eve] = [await createAda(), await createCaller(test, { username: 'eve' })];
    const { confirm } = await requestChange(ada, next);
    for (const access of [undefined, 'garbage', eve.access]) {
      const { body } = await followLink(test, confirm, access).expect(403);
      expect(body).toMatchObject({ code: 'sign_in_required', msg: expect.stringContaining('sign in') });
    }
    for (const access of [ada.access, ada.access, undefined]) {
      const { body } = await followLink(test, confirm, access).expect(200);
      expect(body).toEqual({ msg: 'Email verified successfully!' });
    }
    expect(await storedEmails(ada.user.id)).toEqual({ email: next, pending_email: null });
    await readSelf(ada).expect(200);
    await tryLogin(test, current, password).expect(400);
  });

  it('is void once the password has changed, also in a session that may still read', async () => {
    const ada = await createAda();
    const { confirm } = await requestChange(ada, next);
    const newestPassword = 'a newer horse battery';
    await put(ada, newPassword(newestPassword)).expect(200);
    await readSelf(ada).expect(200);
    const { access } = await signIn(test, ada.user, { password: newestPassword });
    for (const token of [ada.access, access]) await expectInvalid(confirm, token);
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
    const nextLinks = await requestChange({ ...ada, access }, next);
    await put({ ...ada, access }, newPassword(password)).expect(200);
    await readSelf({ ...ada, access }).expect(200);
    await expectInvalid(nextLinks.confirm, access);
  });

  it('is void once another email address is requested, after 24 hours, or during a reset', async () => {
    const ada = await createAda();
    const first = await requestChange(ada, next);
    const second = await requestChange(ada, third);
    await expectInvalid(first.confirm, ada.access);
    await followLink(test, await requestReset()).expect(200);
    expect((await followLink(test, second.confirm, ada.access).expect(409)).body.code).toBe('conflict');
    await ageLinks(test, 24 * hourSeconds + 1);
    await expectInvalid(second.confirm, ada.access);
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: third });
  });
});

describe('undoEmailChange', () => {
  it('cancels a pending change, voids its link, ends all sessions, and responds the same again', async () => {
    const ada = await createAda();
    const { confirm, undo } = await requestChange(ada, next);
    for (let i = 0; i < 2; i++) {
      const { body } = await followLink(test, undo).expect(200);
      expect(body.msg).toContain('previous email address is back');
    }
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
    await readSelf(ada).expect(401);
    await resetPasswordHash(test, ada.user.id);
    const { access } = await signIn(test, ada.user);
    await expectInvalid(confirm, access);
    // The second use had nothing to undo, and ended no session.
    await followLink(test, undo).expect(200);
    await readSelf({ ...ada, access }).expect(200);
  });

  it('restores the email address for 7 days, also after the change was confirmed', async () => {
    const ada = await createAda();
    const { undo } = await changeEmail(ada, next);
    await ageLinks(test, 7 * 24 * hourSeconds - 60);
    await followLink(test, undo).expect(200);
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
    const mails = (await deliverMail(test)).map(({ to, subject }) => [to, subject]);
    expect(mails).toEqual([[next, 'Your email address was changed back']]);
    await ageLinks(test, 120);
    await expectInvalid(undo);
  });

  it('undoes a chain of changes at once, after which the links of an attacker’s email addresses undo nothing', async () => {
    const ada = await createAda();
    const first = await changeEmail(ada, next);
    const second = await changeEmail(ada, third);
    await post(requestPasswordReset.url, { email: third }).expect(200);
    await deliverMail(test);
    await followLink(test, first.undo).expect(200);
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
    await expectInvalid(second.undo);
    // The attacker's reset does not block another change, which the same link undoes as well.
    await resetPasswordHash(test, ada.user.id);
    const newCaller = { ...ada, access: (await signIn(test, ada.user)).access };
    await changeEmail(newCaller, next);
    await followLink(test, first.undo).expect(200);
    expect((await storedEmails(ada.user.id)).email).toBe(current);
  });

  it('undoes nothing by a link that was voided while it waited for the account', async () => {
    const ada = await createAda();
    const first = await changeEmail(ada, next);
    const second = await changeEmail(ada, third);
    const holder = await test.database.pool.connect();
    const follow = async (link: MailedLink, waiting: number) => {
      const status = followLink(test, link).then((response) => response.status);
      await expect.poll(() => waitingForLocks(test.database)).toBe(waiting);
      return { status };
    };
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [ada.user.id]);
      const winner = await follow(first.undo, 1);
      const loser = await follow(second.undo, 2);
      await holder.query('COMMIT');
      expect([await winner.status, await loser.status]).toEqual([200, 400]);
    } finally {
      holder.release();
    }
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
  });

  it('undoes only the latest change if its link is used', async () => {
    const ada = await createAda();
    const first = await changeEmail(ada, next);
    const second = await changeEmail(ada, third);
    await followLink(test, second.undo).expect(200);
    expect((await storedEmails(ada.user.id)).email).toBe(next);
    await followLink(test, first.undo).expect(200);
    expect((await storedEmails(ada.user.id)).email).toBe(current);
  });

  it('succeeds or fails completely against a simultaneous confirmation', async () => {
    for (let round = 0; round < 6; round++) {
      const ada = await createCaller(test);
      const { confirm, undo } = await requestChange(ada, `${ada.user.username}@new.example`);
      const [confirmed, undone] = await Promise.all([
        followLink(test, confirm, ada.access),
        followLink(test, undo),
      ]);
      expect(undone.status).toBe(200);
      expect([200, 400, 403]).toContain(confirmed.status);
      expect(await storedEmails(ada.user.id)).toEqual({ email: ada.user.email, pending_email: null });
    }
  });

  it('takes the email address from a registration that never verified it, but from no verified account', async () => {
    const ada = await createAda();
    const { undo } = await changeEmail(ada, next);
    const attacker = registration('attacker', { email: current });
    const { id } = (await post(registerUser.url, attacker).expect(201)).body.user as TestUser;
    const key = await addUserImage(test, id);
    await followLink(test, undo).expect(200);
    expect((await storedEmails(ada.user.id)).email).toBe(current);
    expect(await test.database.prisma.user.count({ where: { username: 'attacker' } })).toBe(0);
    // The registration is deleted with all its records.
    const details = await test.database.prisma.auditDetails.findMany({ where: { event: { target_id: id } } });
    expect(details.flatMap((row) => row.details ?? [])).toEqual(['{"username":null}']);
    await deliverMail(test);
    expect(existsSync(join(test.config.dataDir, 'files', key))).toBe(false);

    const eve = await createCaller(test, { username: 'eve' });
    const eveLinks = await changeEmail(eve, third);
    await createUser(test, { email: eve.user.email });
    const { body } = await followLink(test, eveLinks.undo).expect(409);
    expect(body.details).toEqual({ email: ['email already exists'] });
    expect((await storedEmails(eve.user.id)).email).toBe(third);
  });

  it('accepts no token of another link or purpose', async () => {
    const [ada, eve] = [await createAda(), await createCaller(test, { username: 'eve' })];
    const [adaLinks, eveLinks] = [await requestChange(ada, next), await requestChange(eve, third)];
    await expectInvalid({ ...adaLinks.undo, token: eveLinks.undo.token });
    await expectInvalid({ ...adaLinks.confirm, page: 'undo-email-change' });
    await expectInvalid({ ...adaLinks.undo, page: 'verify-email' }, ada.access);
    await expectInvalid({ ...adaLinks.undo, uid: '%00' });
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: next });
  });
});

describe('cleanUpAccounts', () => {
  it('removes a pending email address when its last link has expired, and then its links', async () => {
    const ada = await createAda();
    const { confirm } = await requestChange(ada, next);
    const cleanUp = () => cleanUpAccounts({ database: test.database });
    await ageLinks(test, 24 * hourSeconds - 60);
    // The xmax of a row also shows a lock.
    const lockOn = async () =>
      (await test.database.pool.query('SELECT xmax FROM users WHERE id = $1', [ada.user.id])).rows[0];
    const before = await lockOn();
    await cleanUp();
    expect(await lockOn()).toEqual(before);
    expect((await storedEmails(ada.user.id)).pending_email).toBe(next);
    await ageLinks(test, 120);
    await cleanUp();
    expect(await storedEmails(ada.user.id)).toEqual({ email: current, pending_email: null });
    await expectInvalid(confirm, ada.access);
    await ageLinks(test, 9 * 24 * hourSeconds);
    await cleanUp();
    expect(await test.database.prisma.accountLink.count()).toBe(0);
  });
});
