import { screen } from '@testing-library/react';
import { FollowLoanBody, type FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { exampleHeadline, exampleLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { followedLoanResult } from 'engine/calculators/followed-loan.ts';
import cases from 'engine/conformance/followed-loan-cases.json' with { type: 'json' };
import { finish } from 'engine/slices.ts';
import { expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { renderRoutes } from '#test/render-at.tsx';
import { neededRates } from '#features/statements/needed-rates.ts';
import { IncomeYears } from './income-years.tsx';
import { LoanCards } from './loan-cards.tsx';
import { LoanLead } from './loan-lead.tsx';
import { goalText } from './loan-texts.ts';
import { LoanTerms } from './loan-terms.tsx';
import { RateDecisions } from './rate-decisions.tsx';
import { knownFigures } from './several-payments.ts';

fakeApi();

const rows = cases.cases[0]!.request.transactions as NonNullable<FollowedLoanFields['transactions']>;
const opening = { opening_balance: cases.cases[0]!.request.opening_balance! };
const cashRate = [
  { date: '2024-01-01', value: 4.35 },
  { date: '2024-02-20', value: 4.1 },
];

const caseOf = (id: string) => {
  const { goals: _goals, ...request } = cases.cases.find((each) => each.id === id)!.request;
  return request as FollowedLoanFields;
};

/** The page of a loan, in part. */
function show(input: FollowedLoanFields) {
  const loan: FollowedLoan = { ...exampleLoan, input };
  const computed = finish(followedLoanResult(FollowLoanBody.parse({ ...input, goals: [] }), cashRate));
  const { several, figures } = knownFigures(input, computed);
  const listed = { ...loan, headline: { ...computed, check: computed.check } };
  const element = (
    <>
      <LoanLead input={input} figures={figures} several={several} />
      <IncomeYears input={input} figures={figures} unchecked={0} />
      <RateDecisions figures={figures} isVariable />
      <LoanTerms loan={loan} figures={figures} />
      <LoanCards loans={[listed]} heading="h2" />
    </>
  );
  renderRoutes([{ path: '/', element }], '/');
  return document.body.textContent;
}

/** A payment on a day of each month, without interest. */
const paid = (amount: number, day: string, months: readonly string[]) =>
  months.map((month) => ({ date: `${month}-${day}`, amount: -amount }));

test('a loan on which too much was paid is in credit', () => {
  const transactions = [{ date: '2026-01-01', amount: -1200 }];
  const text = show({ opening_balance: 1000, transactions, annual_interest_rate: 5 });
  expect(text.split('$200.00 in credit on 1 January 2026')).toHaveLength(3);
  expect(text).not.toContain('owed');
});

test('the page and the card say that too few charges are known to find the rate', () => {
  const text = show(caseOf('F025'));
  const parts = text.split('The end is not known: there are too few interest charges to find the rate');
  expect(parts).toHaveLength(3);
});

test('payments of several rhythms have no sure end and no warning, but ask for the payment', () => {
  const months = ['2025-01', '2025-02', '2025-03', '2025-04', '2025-05'];
  const transactions = [...paid(2000, '01', months), ...paid(900, '15', months)].toSorted((a, b) =>
    a.date.localeCompare(b.date),
  );
  const loan = { opening_balance: 500_000, transactions, annual_interest_rate: 6 };
  const text = show(loan);
  expect(text).toContain(
    '$2,900 a month in all is in your rows, of which $900 counts as regular. The end is not known: enter the payment.',
  );
  expect(text).not.toMatch(/the debt (grows|stays)|Paid off on/);
});

test('who pays what is charged is asked until when only interest is paid', () => {
  const transactions = ['2025-02', '2025-03', '2025-04', '2025-05'].flatMap((month, index) => [
    { date: `${month}-01`, amount: 2000 + index, kind: 'interest' as const },
    { date: `${month}-03`, amount: -2000 - index },
  ]);
  const loan = { opening_balance: 400_000, transactions, annual_interest_rate: 6 };
  const text = show(loan);
  expect(text).toContain('You seem to pay only the interest: enter until when.');
  expect(text).toContain('Interest onlyNot entered');
  expect(text).not.toMatch(/more than 50 years|the debt (grows|stays)/);
});

test('who is behind the plan reads by how much', () => {
  const transactions = [
    { date: '2025-01-01', amount: -100, balance: 400_000 },
    { date: '2025-12-01', amount: 5000, kind: 'interest' as const, balance: 405_000 },
  ];
  const plan = { end_date: '2050-01-01', interest_only_until: '2027-01-01' };
  const text = show({ transactions, plan, annual_interest_rate: 6 });
  expect(text).toContain('You owe $5,000.00 more than planned.');
  expect(text).toContain('no regular payment is in the last 100 days. Enter it.');
  expect(text).toContain('interest only until 1 January 2027');
});

test('a single extra repayment leaves the end as it is', () => {
  const extra = { date: rows.at(-1)!.date, amount: -9000, balance: Number(rows.at(-1)!.balance) - 9000 };
  expect(show({ ...opening, transactions: [...rows, extra] })).toContain('Paid off on');
});

const ofOffset = {
  ...opening,
  transactions: rows,
  offset_accounts: [{ balances: [{ date: rows[0]!.date, balance: 50_000 }] }],
};
test.each([
  ['says so where the last charge is as without it', ofOffset, true],
  ['says nothing where the charges count it, too', caseOf('F003'), false],
])('the end that counts an offset account %s', (_, input, isExpected) => {
  const text = show(input);
  expect(text).toContain('Paid off on');
  expect(text.includes('The end counts your offset account, but your last checked')).toBe(isExpected);
});

test('a decision is called not passed on only where explained charges cover the 100 days after it', () => {
  expect(show({ ...opening, transactions: rows })).toContain(
    '20 February 2024, −0.25 points: not passed on.',
  );
});

test('a decision whose days have no explained charges is not called not passed on', () => {
  const rates = [{ from: '2024-01-01', annual_interest_rate: 6.2 }];
  expect(show({ ...opening, transactions: rows, rates })).toContain(
    '20 February 2024, −0.25 points: The file does not say on which day.',
  );
});

test('an income year in which rows are missing is not a whole year', () => {
  const months = Array.from({ length: 26 }, (_, month) =>
    new Date(Date.UTC(2023, month, 1)).toISOString().slice(0, 7),
  );
  const whole = paid(2000, '01', months).map((row, index) => ({
    ...row,
    balance: 500_000 - 2000 * (index + 1),
  }));
  expect(show({ transactions: whole })).toContain('2023-24$0.00$0.00Whole year');
});

test('an income year with a gap says that rows are missing', () => {
  const months = ['2023-05', '2023-06', '2023-07', '2023-12', '2024-01', '2024-05', '2024-06', '2024-07'];
  const gapped = paid(2000, '01', months).map((row, index) => ({
    ...row,
    balance: 500_000 - 2000 * (index + 1) - (index > 3 ? 777 : 0),
  }));
  expect(show({ transactions: gapped })).toContain('2023-24$0.00$0.00Rows are missing');
});

test('what an offset account saved is not known where no interest was charged', () => {
  const balances = [{ date: '2024-10-02', balance: 500_000 }];
  const text = show({ ...opening, transactions: rows, offset_accounts: [{ balances }] });
  expect(text).not.toContain('in 0 charges');
  expect(text).toContain(
    'What your offset account saved is not known: no checked charge has a day with a balance.',
  );
});

test('a gain on a day that is not a month ago names the day', () => {
  const last = rows.at(-1)!;
  const late = { date: '2025-03-20', amount: -2000, balance: Number(last.balance) - 2000 };
  const payment = { amount: 3000, frequency: 'monthly' } as const;
  expect(show({ ...opening, transactions: [...rows, late], payment })).toMatch(
    / days (earlier|later) than on 15 September 2024\./,
  );
});

test('a gain over missing rows or an unknown rate is not claimed, and says why', () => {
  const last = rows.at(-1)!;
  const payment = { amount: 3000, frequency: 'monthly' } as const;
  const gapped = { date: '2024-10-20', amount: -2000, balance: Number(last.balance) - 9000 };
  const unclaimed = show({ ...opening, transactions: [...rows, gapped], payment });
  expect(unclaimed).toMatch(/How the end has moved since .* is not known: rows are missing\./);
  expect(unclaimed).not.toMatch(/days (earlier|later) than (a month ago|on )/);
});

test('loans of the same name are numbered where they are listed', () => {
  const loans = ['Home', 'Car', 'home'].map((name, index) => ({
    ...exampleLoan,
    id: String(index),
    name,
    headline: exampleHeadline,
  }));
  renderRoutes([{ path: '/', element: <LoanCards loans={loans} heading="h2" /> }], '/');
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
    'Home (1)',
    'Car',
    'home (2)',
  ]);
});

test('a next charge of more than a month says why', () => {
  const last = rows.at(-1)!;
  const paidLater = { date: '2024-10-20', amount: -2000, balance: Number(last.balance) - 2000 };
  expect(show({ ...opening, transactions: rows })).not.toContain('It is more than a month');
  expect(show({ ...opening, transactions: [...rows, paidLater] })).toMatch(
    /Next charge after your last rowabout .* for the interest since .* It is more than a month: a weekend or holiday moved a charge/,
  );
});

test('a loan without rows is owed on the day that was entered, and interest since a known charge counts', () => {
  const state = { owed: 5000, owed_on: '2026-01-01', annual_interest_rate: 6 };
  const plan = { end_date: '2050-01-01' };
  const text = show({ ...state, plan, previous_charge_date: '2025-12-15' });
  expect(text).toContain('planned from 1 January 2026 on');
  expect(text).toContain('Our house$5,000.00 owed on 1 January 2026');
  expect(text).not.toMatch(/is not counted/);
});

test('a loan of which nothing is counted before says so, and shows the rates that were entered', async () => {
  const rates = [{ from: '2025-05-01', annual_interest_rate: 5.89 }];
  const text = show({ owed: 5000, owed_on: '2026-01-01', rates });
  expect(text).toContain('what has accrued before is not counted');
  expect(text).toContain('5.89% since 1 May 2025, entered');
  const explained = { ...opening, transactions: rows };
  const typed = { ...explained, rates: [{ from: '2024-01-01', annual_interest_rate: 6.14 }] };
  expect(await neededRates(typed)).toEqual(explained);
  const few = { ...typed, transactions: rows.slice(0, 5) };
  expect(await neededRates(few)).toEqual(few);
  expect(screen.getByText('Past rates')).toBeVisible();
});

test('the next goal is met by a month, or missed by days', () => {
  const goal = { title: 'Free', target_date: '2030-03-01', expected_on: '2030-02-20', on_track: true };
  const later = { ...goal, title: 'Later', target_date: '2031-01-01' };
  expect(goalText([later, goal], '2030-03-01')).toBe('Your goal “Free” is met by February 2030.');
  const missed = { ...goal, expected_on: '2030-03-11', on_track: false };
  expect(goalText([missed], '2026-11-29')).toBe('Your goal “Free” is missed by 10 days.');
  expect(goalText([{ ...goal, expected_on: null }], '2026-11-29')).toBe('');
  // A goal that has ended does not hide the next one.
  expect(
    goalText([{ ...missed, target_date: '2026-01-01' }, { ...goal, expected_on: null }, later], '2026-11-29'),
  ).toBe('Your goal “Later” is met by February 2030.');
});
