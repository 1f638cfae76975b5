import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { fakeApi } from '#test/fake-api.ts';
import { renderAt } from '#test/render-at.tsx';
import { respondWith } from '#test/render-screen.tsx';
import { localDate } from '../calculator/local-date.ts';
import { RateGapLine } from './rate-gap-line.tsx';

fakeApi();
beforeEach(() => localStorage.clear());

const thisMonth = localDate(new Date()).slice(0, 7);

const average = (slug: string, value: number, date = thisMonth) => ({
  slug,
  title: slug,
  vintage: '0123456789ab',
  decimals: 1,
  latest: [{ date, value }],
});
const owner = average('lending-owner-new-variable', 6.2);
const investor = average('lending-investor-new-variable', 6.4);

const loan = {
  total_loan_amount: 600_000,
  duration_months: 360,
  annual_interest_rate: 6.85,
  compounding_frequency: 'monthly',
};
const open = (datasets: object[], input: Record<string, unknown> = loan) => {
  respondWith({ listDatasets: { data: datasets as never } });
  renderAt('/finance/loan-calculator', () => <RateGapLine input={input} />);
};

test('the line has the gap as exactly as the average is published, what an average ignores, and a link to a switch with both rates', async () => {
  open([owner, investor]);
  const line = await screen.findByText('What others pay: 6.2% on average, and you pay 0.7 points more');
  expect(line.closest('details')).not.toHaveAttribute('open');
  expect(
    screen.getByText(
      /Yours is 6\.85%: about 0\.7 points more, about \$260 a month, about \$3,900 of interest in the first year\.$/,
    ),
  ).toBeInTheDocument();
  expect(screen.getByText(/^An average ignores /)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Stay or switch, with both rates', hidden: true })).toHaveAttribute(
    'href',
    expect.stringMatching(/\/finance\/switch#owed=600000&months=360&rate=6\.85.*&offer=rate%3D6\.2$/),
  );
});

test('the purpose is stored on the device, also if it has no average', async () => {
  open([owner]);
  fireEvent.click(await screen.findByRole('radio', { name: 'I rent it out', hidden: true }));
  expect(await screen.findByText('There is no average rate for this kind of loan.')).toBeInTheDocument();
  expect(localStorage.getItem('loanPurpose')).toBe('investor');
  fireEvent.click(screen.getByRole('radio', { name: 'I live in it', hidden: true }));
  await screen.findByText('What others pay: 6.2% on average, and you pay 0.7 points more');
});

test.each([
  ['without an average', [investor], loan],
  ['with an average that is too old', [average('lending-owner-new-variable', 6.2, '2020-01')], loan],
  ['for terms that are not valid', [owner], { ...loan, annual_interest_rate: 31 }],
])('there is no line %s', async (_, datasets, input) => {
  open(datasets, input);
  await waitFor(() => expect(document.querySelector('details')).toBeNull());
  expect(screen.queryByText(/What others pay/)).toBeNull();
});
