import { screen, within } from '@testing-library/react';
import { exampleHeadline, exampleLoan, figures } from 'contract/followed-loans/followed-loan-record.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import {
  expectRetry,
  openScreen,
  pressAll,
  refuseOperation,
  respondWith,
  signInAsStaff,
} from '#test/render-screen.tsx';

fakeApi();
beforeEach(signInAsStaff);

const path = '/dashboard';
const listed = { ...exampleLoan, headline: exampleHeadline };

/** Lists loans of these names, and counts how often one is read. */
async function open(names: readonly string[], changes: Partial<FollowedLoanResult> = {}) {
  const data = names.map((name, index) => ({ ...listed, id: index === 0 ? listed.id : name, name }));
  const reads = respondTo('getLoan', () => json({ loan: exampleLoan, figures: { ...figures, ...changes } }));
  respondWith({ listLoans: { data, invitations: [] } });
  await openScreen(path);
  const loans = await screen.findByRole('region', { name: 'My loans' });
  return { loans: within(loans), reads };
}

test('who follows no loan reads why one would, and how', async () => {
  const { loans } = await open([]);
  expect(await loans.findByText(/^Follow your home loan: check each month’s interest/)).toBeInTheDocument();
  expect(loans.getByRole('link', { name: 'Check a statement first' })).toBeInTheDocument();
  expect(loans.getByRole('button', { name: 'Enter a loan' })).toBeInTheDocument();
  expect(loans.queryByRole('link', { name: 'All loans' })).not.toBeInTheDocument();
});

test('a single loan leads with what is owed, its end, its lines, its facts and the next file', async () => {
  const { loans, reads } = await open(['Our house'], {
    income_years: [{ income_year: '2025-26', interest: 12.5, fees: 0, offset_saved: null, complete: false }],
    decisions: [
      {
        date: '2025-08-13',
        points_of_decision: -0.25,
        state: 'passed_on',
        loan_date: '2025-08-22',
        days: 9,
        points: -0.25,
        cost: 24.71,
      },
    ],
  });
  expect(await loans.findByText('$1,000.00')).toBeInTheDocument();
  expect(loans.getByText('Paid off on 31 March 2026')).toBeInTheDocument();
  expect(loans.getByRole('slider', { name: 'Month of the chart' })).toBeInTheDocument();
  const facts = loans.getAllByRole('term').map(({ parentElement }) => parentElement?.textContent);
  expect(facts).toEqual([
    'Interest in the income year$12.50since 1 July 2025',
    'Payment$505.00a month, next after your last row: 28 Feb 2026',
    'Cut of 13 Aug 2025−0.25 points9 days later on your loan, $24.71 more interest',
  ]);
  expect(loans.getByRole('link', { name: 'Add the next file' })).toHaveAttribute(
    'href',
    `/loans/${listed.id}#add`,
  );
  expect(reads).toHaveLength(1);
});

test('what is unknown of a single loan says why, and leads to the terms on its page', async () => {
  const { loans } = await open(['Our house'], {
    projection: { ...figures.projection, end_date: null, end_reason: 'payment_unknown' },
    payment: null,
    months: [],
  });
  expect(await loans.findByText('The end is not known: enter what you pay.')).toBeInTheDocument();
  expect(loans.getByText(/^The chart of what was owed/)).toBeInTheDocument();
  expect(loans.getByRole('link', { name: 'Enter the terms of your loan' })).toHaveAttribute(
    'href',
    `/loans/${listed.id}#terms`,
  );
});

test.each([
  [
    ['Ours', 'The car'],
    ['Ours', 'The car'],
  ],
  [
    ['Ours', 'ours', 'The car', 'A fourth'],
    ['Ours (1)', 'ours (2)', 'The car'],
  ],
])('%j are cards of which no loan is read one by one', async (names, headings) => {
  const { loans, reads } = await open(names);
  await loans.findByRole('list', { name: 'Loans' });
  expect(loans.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(headings);
  expect(loans.getAllByRole('link', { name: /^Add the next file/ })).toHaveLength(headings.length);
  expect(reads).toHaveLength(0);
});

test.each([
  [
    'entered',
    { amount: 1000, frequency: 'monthly', source: 'given', next_date: '2026-02-28' },
    /^! Your payment of \$1,000 is less than the interest of about \$2,500 a month: at this rate the debt grows/,
  ],
  [
    'found in the rows, which may be one of several',
    { amount: 1000, frequency: 'monthly', source: 'rows', next_date: '2026-02-28' },
    /^! The regular payment in your rows does not pay the loan off: open the loan/,
  ],
] as const)(
  'a card warns in amber of a debt that grows by a payment that is %s',
  async (_, payment, text) => {
    const headline = {
      ...exampleHeadline,
      as_of: '2026-11-01',
      owed: 500_000,
      offset: 0,
      rate: { annual_interest_rate: 6, source: 'given' as const },
      payment,
      projection: { ...exampleHeadline.projection, end_date: null, end_reason: 'payment_below_interest' },
    };
    const data = ['Ours', 'The car'].map((name) => ({ ...listed, id: name, name, headline }));
    respondWith({ listLoans: { data, invitations: [] } });
    await openScreen(path);
    const [warning] = await screen.findAllByText(text);
    expect(warning).toHaveClass('text-warn');
    expect(screen.getAllByText(/owed on/)[0]).toHaveTextContent('$500,000.00 owed on 1 November 2026');
  },
);

test('the list reports that it could not be loaded, and can be loaded again', () =>
  expectRetry(path, 'listLoans', 'Your loans could not be loaded.', /^Follow your home loan/));

test('a loan that could not be loaded leaves the other parts of the screen, and can be loaded again', async () => {
  refuseOperation('getLoan');
  respondWith({ listLoans: { data: [listed], invitations: [] } });
  await openScreen(path);
  expect(await screen.findByText('Your loan could not be loaded.')).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Set an objective' })).toBeInTheDocument();
  respondWith({ getLoan: { loan: exampleLoan, figures } });
  await pressAll(['Try Again']);
  expect(await screen.findByText('$1,000.00')).toBeInTheDocument();
});
