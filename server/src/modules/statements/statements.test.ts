import { checkStatement, StatementResult } from 'contract/statements/statements.ts';
import { statementLimits } from 'contract/statements/statements.constants.ts';
import request from 'supertest';
import { describe, expect, it } from 'vitest';
import { startSecondApp, useTestApp } from '#test/app.ts';
import { casesOf, refusalsOf } from '#test/money-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

const send = (body: object) => request(test.app.server).post(checkStatement.url).send(body);

/** Resolves to the details of the refusal. */
async function refusal(body: object): Promise<Record<string, string[]>> {
  const response = await send(body);
  expect([response.status, response.body.code]).toEqual([400, 'validation_failed']);
  return response.body.details as Record<string, string[]>;
}

const interest = { date: '2026-01-31', amount: 5.1, kind: 'interest', balance: 1005.1 };
const statement = { opening_balance: 1000, transactions: [interest] };
const rows = (...transactions: object[]) => ({ ...statement, transactions });

describe('checkStatement', () => {
  it.each(casesOf('statement'))('$id', async ({ request: body, wrongCells }) => {
    const response = await send(body);
    expect([response.status, response.body.msg]).toEqual([200, 'Calculation successful!']);
    expect(wrongCells(response.body.data)).toEqual([]);
    expect(StatementResult.parse(response.body.data)).toEqual(response.body.data);
  });

  it.each(refusalsOf('statement'))('$id: refuses $names', async ({ request: body, names }) => {
    expect(Object.keys(await refusal(body))).toEqual(names);
  });

  it.each<[string, object, Record<string, string>]>([
    ['no rows', rows(), { transactions: 'Must have at least 1 entry.' }],
    ['an object instead of rows', { ...statement, transactions: {} }, { transactions: 'Must be a list.' }],
    [
      'more than 5,000 rows',
      rows(...Array.from({ length: 5_001 }, () => interest)),
      { transactions: 'Must have at most 5,000 entries.' },
    ],
    [
      'a row of an earlier day than the one above, and an unknown kind',
      rows(interest, { ...interest, kind: 'tax' }, { ...interest, date: '2026-01-30' }),
      { 'transactions.1.kind': 'Must be interest, fee or other.' },
    ],
    [
      'a row of an earlier day than the one above',
      rows(interest, { ...interest, date: '2026-01-30' }),
      { 'transactions.1.date': 'Must not be before the row above.' },
    ],
    [
      'more than 40 years',
      rows({ ...interest, date: '1986-01-30' }, interest),
      { 'transactions.1.date': 'Must be at most 40 years after the first.' },
    ],
    [
      'a description',
      rows({ ...interest, description: 'INTEREST CHARGED' }),
      { 'transactions.0.description': 'Unknown field.' },
    ],
    [
      'a debt above the largest amount, at the first such row',
      { opening_balance: 1e12, transactions: [{ ...interest, balance: null }, interest] },
      { 'transactions.0.amount': 'Must keep the balance within 1000000000000.' },
    ],
    [
      'a credit above the largest amount',
      { opening_balance: -1e12, transactions: [{ date: '2026-01-31', amount: -0.01 }] },
      { 'transactions.0.amount': 'Must keep the balance within 1000000000000.' },
    ],
    [
      'no balance before the first row',
      { transactions: [{ date: '2026-01-31', amount: 5 }] },
      { opening_balance: 'Required.' },
    ],
    [
      'a charge after the first row as the one before it',
      { ...statement, previous_charge_date: '2026-02-01' },
      { previous_charge_date: 'Must not be after the first transaction.' },
    ],
    [
      'a charge before the first row that is too long ago',
      { ...statement, previous_charge_date: '1986-01-30' },
      { previous_charge_date: 'Must be at most 40 years before the last transaction.' },
    ],
    [
      'two rates of one day',
      { ...statement, rates: [6, 7].map((rate) => ({ from: '2026-01-01', annual_interest_rate: rate })) },
      { 'rates.1.from': 'Must be later than the one before.' },
    ],
    [
      'falling days of the offset balance',
      { ...statement, offset_balances: ['2026-01-02', '2026-01-01'].map((date) => ({ date, balance: 1 })) },
      { 'offset_balances.1.date': 'Must be later than the one before.' },
    ],
  ])('refuses %s, and names it', async (_what, body, reasons) => {
    const details = await refusal(body);
    expect(details).toEqual(
      Object.fromEntries(Object.entries(reasons).map(([field, reason]) => [field, [reason]])),
    );
  });

  it('counts null as absence, and accepts days exactly 40 years apart', async () => {
    const nothing = { previous_charge_date: null, rates: null, offset_balances: null };
    const old = { ...interest, date: '1986-01-31', kind: null, balance: null };
    await send({ ...rows(old, interest), ...nothing }).expect(200);
  });
});

const dateOf = (day: number) => new Date(Date.UTC(2062, 0, 1 + day)).toISOString().slice(0, 10);

/** The longest texts of every field, in as many entries as are accepted. */
function largestStatement() {
  const transactions = Array.from({ length: statementLimits.transactions }, (_, index) => ({
    date: dateOf(index),
    amount: index % 2 ? -499_999_999_999.99 : 499_999_999_999.99,
    kind: 'interest',
    balance: -999_999_999_999.99,
  }));
  return {
    transactions,
    opening_balance: -999_999_999_999.99,
    previous_charge_date: dateOf(-1),
    rates: Array.from({ length: statementLimits.rates }, (_, index) => ({
      from: dateOf(index),
      annual_interest_rate: index % 2 ? 29.999999 : 29.999998,
    })),
    offset_balances: Array.from({ length: statementLimits.offsetBalances }, (_, index) => ({
      date: dateOf(index),
      balance: 999_999_999_999.99,
    })),
  };
}

describe('the size of a statement', () => {
  it('is accepted up to the limits of its fields, which is below 800,000 bytes', async () => {
    const body = largestStatement();
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(800_000);
    const { status, body: response } = await send(body);
    expect([status, response.data.totals.charges]).toEqual([200, 2500]);
  });

  it('is refused above 1 MiB with 413, as other operations refuse 64 KiB', async () => {
    const padded = { ...statement, padding: 'x'.repeat(statementLimits.bodyMaxBytes) };
    const { status, body } = await send(padded);
    expect([status, body.code]).toEqual([413, 'payload_too_large']);
  });
});

it('one IP address may check the largest file once in 10 seconds, and another one then', async () => {
  const limited = await startSecondApp(test, { config: { rateLimitScale: 1 } });
  const payload = largestStatement();
  const check = async (remoteAddress: string) =>
    (await limited.inject({ method: 'POST', url: checkStatement.url, remoteAddress, payload })).statusCode;
  expect([await check('203.0.113.1'), await check('203.0.113.1')]).toEqual([200, 429]);
  expect(await check('203.0.113.2')).toBe(200);
});
