import { registerUser, resendVerificationEmail } from 'contract/accounts.ts';
import { mailBudgets } from 'contract/accounts.constants.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import { createUser, makeTemporaryPassword, password, registration, tryLogin } from '#test/factories.ts';
import { deliverMail, followLink, linkIn } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const email = 'ada@example.org';
const resendTo = (newEmail: string, given = password) =>
  callApi(test, resendVerificationEmail, { body: { username: 'ada', password: given, new_email: newEmail } });
const verificationLinks = () =>
  test.database.prisma.accountLink.findMany({
    where: { purpose: 'verify_email' },
    select: { id: true, email: true },
  });

/** Registers, and resends until the address's budget for the hour is used up. Resolves with the last link. */
async function useUpBudget() {
  await callApi(test, registerUser, { body: registration('ada') }).expect(201);
  for (let i = 1; i < mailBudgets.confirmation.perHour; i++) await resendTo(email).expect(200);
  const mails = await deliverMail(test);
  return linkIn(mails.at(-1));
}

beforeEach(async () => {
  await test.database.prisma.user.deleteMany();
  await test.database.prisma.mailBudgetUse.deleteMany();
});

describe('a resend above the budget', () => {
  it.each([email, 'ADA@example.org'])(
    'leaves the links of the same address working: %s',
    async (newEmail) => {
      const link = await useUpBudget();
      const before = await verificationLinks();
      const answer = await resendTo(newEmail).expect(200);
      expect(answer.body).toEqual({ msg: 'Verification email sent. Please check your inbox.' });
      expect(await deliverMail(test)).toEqual([]);
      expect(await verificationLinks()).toEqual(before);
      await followLink(test, link).expect(200);
    },
  );

  it('still changes the address: older links die, and one that is not sent keeps the account', async () => {
    await useUpBudget();
    await resendTo('ada@new.example').expect(200);
    const [mail] = await deliverMail(test);
    await resendTo(email).expect(200);
    expect(await deliverMail(test)).toEqual([]);
    expect(await verificationLinks()).toEqual([{ id: expect.any(String), email }]);
    await followLink(test, linkIn(mail)).expect(400);
  });
});

describe('a resend with a temporary password', () => {
  it('is refused, and the password still signs in', async () => {
    const user = await createUser(test, { username: 'ada', email, isVerified: false });
    const temporary = await makeTemporaryPassword(test, user);
    const answer = await resendTo(email, temporary).expect(400);
    expect(answer.body.code).toBe('invalid_credentials');
    expect(await verificationLinks()).toEqual([]);
    await tryLogin(test, 'ada', temporary).expect(200);
  });
});
