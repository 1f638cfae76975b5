import { reauthenticate } from 'contract/accounts/accounts.ts';
import { addTotp, confirmTotp } from 'contract/second-factors/second-factors.ts';
import { updateUser } from 'contract/users/users.ts';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { callApi } from '#test/call.ts';
import {
  createCaller,
  createTemporaryPassword,
  createUser,
  newPassword,
  signIn,
  tryLogin,
} from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';
import {
  answerSecondFactor,
  codeOf,
  createEnrolledUser,
  post,
  requestSecondFactor,
} from '#test/second-factors.ts';
import { readTypeableCode, typeableCode } from '#auth/tokens/typeable-codes.ts';
import { enqueueAccountMail } from '#domain/mail/account-mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/** How people type, dictate and paste `xxxx-xxxx-xxxx-xxxx`. */
const spellings: Record<string, (code: string) => string> = {
  'with spaces around it': (code) => `  ${code}\t`,
  'with a line break after it': (code) => `${code}\r\n`,
  'without hyphens': (code) => code.replaceAll('-', ''),
  'with spaces in place of hyphens': (code) => code.replaceAll('-', ' '),
  'with no-break spaces': (code) => `\u00a0${code.replaceAll('-', '\u202f')}`,
  'in capital letters': (code) => code.toUpperCase(),
  'in full-width characters': (code) =>
    code.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0)),
  'with ‐': (code) => code.replaceAll('-', '\u2010'),
  'with ‑': (code) => code.replaceAll('-', '\u2011'),
  'with –': (code) => code.replaceAll('-', '\u2013'),
  'with —': (code) => code.replaceAll('-', '\u2014'),
  'with −': (code) => code.replaceAll('-', '\u2212'),
  'with zero-width characters': (code) => `\u200b${code.replaceAll('-', '-\u2060')}\ufeff`,
  'with letters in place of digits': (code) => code.replaceAll('0', 'O').replaceAll('1', 'l'),
  'with other letters in place of digits': (code) => code.replaceAll('0', 'o').replaceAll('1', 'I'),
};

it.each(Object.entries(spellings))('a code %s is read as it was made', (_, spell) => {
  const code = typeableCode(Uint8Array.from({ length: 16 }, (_each, index) => index));
  expect(readTypeableCode(spell(code))).toBe(code);
});

describe.each(['with a line break after it', 'in full-width characters', 'with zero-width characters'])(
  'a code %s',
  (spelling) => {
    const spell = spellings[spelling]!;

    it('is read as a temporary password, also after its first use', async () => {
      const user = await createUser(test);
      const temporary = await createTemporaryPassword(test, user);
      await signIn(test, user, { password: spell(temporary) });
      await signIn(test, user, { password: temporary });
      const { access } = await signIn(test, user, { password: spell(temporary) });
      const same = { id: user.id, access, body: newPassword(spell(temporary)) };
      expect((await callApi(test, updateUser, same).expect(400)).body.details).toHaveProperty('new_password');
      const body = { ...newPassword('a newer horse battery'), current_password: spell(temporary) };
      await callApi(test, updateUser, { id: user.id, access, body }).expect(200);
    });

    it('is read as a recovery code', async () => {
      const { user, recoveryCodes } = await createEnrolledUser(test);
      const { token } = await requestSecondFactor(test, user);
      const factor = { method: 'recovery_code', code: spell(recoveryCodes[0] ?? '') };
      await answerSecondFactor(test, token, factor).expect(200);
    });
  },
);

it('a password that users chose themselves counts exactly as typed', async () => {
  const chosen = '0000-1111-2222-3333';
  const passwordHash = await test.dependencies.hashing.hash(chosen, '127.0.0.1');
  const user = await createUser(test, { passwordHash });
  await createTemporaryPassword(test, user);
  for (const spell of Object.values(spellings).map((spelling) => spelling(chosen))) {
    // NFKC makes some of them equal.
    const isSame = spell.normalize('NFKC') === chosen;
    await tryLogin(test, user.username, spell).expect(isSame ? 200 : 400);
    await test.database.pool.query('DELETE FROM login_guards');
  }
});

it('the email with a temporary password has it alone on a line, without indentation', async () => {
  const user = await createUser(test);
  const temporary = await createTemporaryPassword(test, user);
  const { id } = await test.database.prisma.accountLink.findFirstOrThrow({ where: { user_id: user.id } });
  await test.database.prisma.$transaction((tx) => enqueueAccountMail(tx, 'temporary-password', id));
  const mail = (await deliverMail(test)).find(({ to }) => to === user.email);
  expect(mail?.text.split('\n')).toContain(temporary);
});

/** Zeros of decimal digits that phones and keyboards type. */
const zeros = { 'full-width': '０', Persian: '۰', Devanagari: '०' };

const inDigits = (code: string, zero: string) =>
  code.replaceAll(/\d/g, (digit) => String.fromCodePoint(zero.codePointAt(0)! + Number(digit)));

describe('a TOTP code', () => {
  const notCodes = ['äöüäöü', '１２３４５é', '😀😀😀', '١٢٣٤٥६७८', '½½½½½½', '²²²²²²', '12345６７', '      '];

  it.each(Object.entries(zeros))('is right in %s digits', async (_, zero) => {
    const { user, access, codeAt, freshCode } = await createEnrolledUser(test);
    const { token } = await requestSecondFactor(test, user);
    const signInCode = { method: 'totp', code: inDigits(codeAt(1), zero) };
    await answerSecondFactor(test, token, signInCode).expect(200);
    const again = { method: 'totp', code: inDigits(await freshCode(), zero) };
    await post(test, reauthenticate.url, access).send(again).expect(200);

    const other = await createCaller(test);
    const { body } = await post(test, addTotp.url, other.access).send({ name: 'Phone' }).expect(201);
    const first = { id: body.id, code: inDigits(codeOf(body.secret as string), zero) };
    await post(test, confirmTotp.url, other.access).send(first).expect(200);
  });

  it.each(notCodes)('is wrong as “%s”', async (code) => {
    const { user, access } = await createEnrolledUser(test);
    const other = await createCaller(test);
    const { body } = await post(test, addTotp.url, other.access).send({ name: 'Phone' }).expect(201);
    const { token } = await requestSecondFactor(test, user);
    const refusals = [
      await answerSecondFactor(test, token, { method: 'totp', code }),
      await post(test, reauthenticate.url, access).send({ method: 'totp', code }),
      await post(test, confirmTotp.url, other.access).send({ id: body.id, code }),
    ];
    for (const refusal of refusals) expect(refusal.body).toMatchObject({ code: 'invalid_code' });
  });
});
