import { getPreferences, unsubscribe, updatePreferences } from 'contract/preferences/preferences.ts';
import request from 'supertest';
import { expect, it } from 'vitest';
import { sign } from '#auth/keys/keys.ts';
import { useTestApp } from '#test/app.ts';
import { archiveOf, loanInput } from '#test/calculations.ts';
import { callApi } from '#test/call.ts';
import { importCashRate, setRateDay } from '#test/cash-rate.ts';
import { createCaller } from '#test/factories.ts';
import { deliverMail } from '#test/mail.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

async function createSubscriber() {
  const { user, access } = await createCaller(test);
  await callApi(test, updatePreferences, { access, body: { cash_rate_mail: true } }).expect(200);
  await archiveOf(test, access).saved({ name: 'The secret plan', input: loanInput, variable_rate: true });
  await setRateDay(test.database, user.id, '2026-10-15');
  return { user, access };
}

let day = 1;
const decide = (target: number) => importCashRate(test.database, { more: [[`2026-11-0${day++}`, target]] });
const preferencesOf = async (access: string) =>
  (await callApi(test, getPreferences, { access }).expect(200)).body as object;

it('contains the figures without names, their date, and the links', async () => {
  const { user } = await createSubscriber();
  await decide(4.85);
  const [mail, ...others] = await deliverMail(test);
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: user.email, subject: 'The cash rate is 4.85%' });
  expect(mail?.text).toContain('Your payment of 3,078.59 would become 3,');
  expect(mail?.text).toContain('Figures to 20 November 2026, ');
  expect(mail?.text).toContain('https://declassified.example/dashboard');
  expect(mail?.text + String(mail?.html)).not.toContain('secret plan');
  const path = /unsubscribe\/[^/\s]+\/[\w-]+/.exec(mail?.text ?? '')?.[0];
  expect(mail?.html).toContain(`href="https://declassified.example/${path}"`);
  expect(mail?.unsubscribeUrl).toBe(`https://declassified.example/api/user/${path}/`);
});

it('is unsubscribed by one request, with any body or none, any number of times', async () => {
  const { access } = await createSubscriber();
  await decide(5.1);
  const url = new URL((await deliverMail(test)).at(-1)?.unsubscribeUrl ?? '').pathname;
  const press = () => request(test.app.server).post(url);
  const bodies = [
    press(),
    press().type('form').send('List-Unsubscribe=One-Click'),
    press().field('List-Unsubscribe', 'One-Click'),
    press().type('json').send('{broken'),
    press().type('application/octet-stream').send('x'),
  ];
  for (const pressed of bodies) {
    const { body } = await pressed.expect(200);
    expect(body).toEqual({ msg: 'You will get no more emails about changes of the cash rate.' });
    expect(await preferencesOf(access)).toMatchObject({ cash_rate_change: true, cash_rate_mail: false });
  }
  await decide(5.35);
  expect((await deliverMail(test)).map(({ to }) => to)).toHaveLength(1);
});

it('is not sent to a user who unsubscribed while it waited', async () => {
  const { user, access } = await createSubscriber();
  await decide(5.6);
  const url = `/api/user/unsubscribe/${user.id}/${sign(test.dependencies.keys.unsubscribeLink, user.id)}/`;
  await request(test.app.server).post(url).expect(200);
  expect((await deliverMail(test)).map(({ to }) => to)).not.toContain(user.email);
  expect(await preferencesOf(access)).toMatchObject({ cash_rate_mail: false });
});

it('is unsubscribed by no other link', async () => {
  const { user, access } = await createSubscriber();
  const { keys } = test.dependencies;
  const other = await createCaller(test);
  const tokens = [
    'x',
    sign(keys.unsubscribeLink, other.user.id),
    sign(keys.accountLink, user.id),
    sign(keys.exportLink, user.id),
  ];
  for (const token of tokens) {
    const url = unsubscribe.url.replace(':uid', user.id).replace(':token', token);
    const { body } = await request(test.app.server).post(url).expect(400);
    expect(body).toMatchObject({ code: 'invalid_link' });
  }
  expect(await preferencesOf(access)).toMatchObject({ cash_rate_mail: true });
});
