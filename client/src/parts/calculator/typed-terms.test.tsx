import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { calculatePrincipal } from 'contract/loans/loans.ts';
import { beforeEach, expect, test } from 'vitest';
// Loaded before the tests, because each waits only for its own screen.
import '#features/buying/buying-calculation.ts';
import '#features/buying/buying-screen.tsx';
import '#features/loans/loan-calculation.ts';
import '#features/loans/loan-calculator-screen.tsx';
import '#features/loans/scenario/option-fields.tsx';
import '#features/loans/scenario/scenario-details.tsx';
import '#features/savings/savings-calculation.ts';
import '#features/savings/savings-screen.tsx';
import '#features/study-loan/study-loan-calculation.ts';
import '#features/study-loan/study-loan-screen.tsx';
import '#features/switching/switch-calculation.ts';
import '#features/switching/switch-screen.tsx';
import '#features/take-home-pay/pay-calculation.ts';
import '#features/take-home-pay/take-home-pay-screen.tsx';
import { fakeApi, json, respondTo } from '#test/fake-api.ts';
import { openScreen } from '#test/render-screen.tsx';

fakeApi();

beforeEach(() => {
  respondTo('calculatePrincipal', () => json(calculatePrincipal.responses[200].example as object));
});

const loan = '/finance/loan-calculator?amount=40000&months=60&rate=6&compounding=monthly';

interface Calculator {
  url: string;
  /** A field that is there when all are. */
  last: string;
  amounts: readonly string[];
  rates: readonly string[];
  /** The options whose fields are those above. */
  rows?: readonly string[];
}

const optionAmounts = [
  'Extra amount',
  'Lump sum',
  'Offset account: balance',
  'Offset account: deposit',
  'Upfront fee',
  'Fee per payment',
  'Fee per year',
  'Balloon (residual)',
];

/** Every text field for an amount or a rate. */
const calculators: Calculator[] = [
  {
    url: `${loan}#what-if&extra=200&lump=20000:24&rate_from=6.5:37`,
    last: 'Extra amount',
    amounts: ['Total Loan Amount', ...optionAmounts],
    rates: ['Annual Interest Rate (%)', 'New rate (%)', 'Inflation (% a year)'],
    rows: [
      'Extra repayments',
      'Lump sums',
      'Rate changes',
      'Offset account and fees',
      'Payments',
      'Dates and assumptions',
    ],
  },
  {
    url: '/finance/switch#owed=40000&months=60&rate=6.5&compounding=monthly&extra=200&lump=20000:24&rate_from=6.5:37&offer=rate%3D5.9',
    last: 'Cashback',
    amounts: [
      'Amount Owed',
      'Fee',
      'Offset Account',
      ...optionAmounts.filter((label) => label !== 'Offset account: balance'),
      'Costs of Switching',
      'Cashback',
      'Upfront Fee',
      'Fee per Payment',
      'Fee per Year',
      'Split: Amount',
    ],
    rates: ['Rate (%)', 'Rate (%)', 'New rate (%)', 'Then (%)', 'Split: Rate (%)', 'Split: Then (%)'],
    rows: [
      'Extra repayments',
      'Lump sums',
      'Rate changes',
      'Offset deposits',
      'Further fees',
      'Dates and compounding',
      'Fixed for, then',
      'Split',
    ],
  },
  {
    url: '/finance/savings?opening=5000&deposit=500&months=48&rate=4.5&inflation=2.5&goal=20000',
    last: 'Goal (optional)',
    amounts: ['Opening Balance', 'Deposit per Month', 'Goal (optional)'],
    rates: ['Annual Interest Rate (%)', 'Inflation (%)'],
  },
  {
    url: '/finance/buying#price=650000&place=vic&savings=160000&income=90000&living=2000&rate=6',
    last: 'Price',
    amounts: [
      'Price',
      'Savings',
      'Pay Before Tax',
      'Salary Sacrifice',
      'Living Costs a Month',
      'Other Debts a Month',
      'Payment a Month',
      'Transfer Fee',
      'Mortgage Registration',
      'Conveyancer',
      'Inspections',
      'Moving',
      'Lenders’ Mortgage Insurance',
      'Other',
      'Duty as Worked Out',
    ],
    rates: ['Annual Interest Rate (%)', 'Borrow at Most (%)', 'Points Added'],
  },
  {
    url: '/finance/study-loan#balance=30000&income=91000&voluntary=5000',
    last: 'Owed Now',
    amounts: ['Owed Now', 'Paid Before 1 June', 'Younger Than 11 Months'],
    rates: [
      'Pay Grows by (%)',
      'Indexation (%)',
      'Thresholds Grow by (%)',
      'At (% a Year)',
      'Annual Interest Rate (%)',
      'Points Added',
    ],
  },
  {
    url: '/finance/take-home-pay#income=90000&per=yearly&year=2025-26',
    last: 'Pay Before Tax',
    amounts: ['Pay Before Tax', 'Salary Sacrifice to Super'],
    rates: [],
  },
];

const cases = calculators.map((calculator) => [calculator.url.split(/[?#]/)[0]!, calculator] as const);

/**
 * All fields with a label: the switch has a field *Rate (%)* of the loan and one of the offer. By the text of the label, as
 * to find by label looks through all elements of the document for each of its fields.
 */
const fieldsOf = (labels: readonly string[]) =>
  [...new Set(labels)]
    .flatMap((label) => screen.getAllByText<HTMLLabelElement>(label, { selector: 'label' }))
    .map(({ control }) => control as HTMLInputElement);

async function open({ url, last }: Pick<Calculator, 'url' | 'last'>) {
  await openScreen(url);
  await screen.findAllByText(last, { selector: 'label' });
}

/** Renders once. */
const fill = (fields: readonly HTMLElement[], value: string) =>
  act(() => {
    for (const field of fields) fireEvent.change(field, { target: { value } });
  });

/** By text, as to find by role takes long among so many fields. */
const chipsOf = (title: string) =>
  screen
    .getAllByText((_, element) => element?.textContent?.startsWith(title) ?? false, {
      selector: 'button > span',
    })
    .map(({ parentElement }) => parentElement);

const calculate = () => fireEvent.click(screen.getByRole('button', { name: 'Calculate' }));

// What each text means is tested with `typed-numbers`, and the kind of each field of the API with `typed-fields`.
test.each(cases)(
  '%s refuses the wrong unit in each of its fields, and formats none of them',
  async (_path, calculator) => {
    const { amounts, rates, rows = [] } = calculator;
    await open(calculator);
    const others = /(?:^|\.)(?:duration_months|(?:from_|to_)?period|\w+_periods|name|raise|incomes)$|^$/;
    const names = screen
      .getAllByRole<HTMLInputElement>('textbox', { hidden: true })
      .map(({ name }) => name)
      .filter((name) => !others.test(name));
    const [amountFields, rateFields] = [fieldsOf(amounts), fieldsOf(rates)];
    expect(new Set(names)).toEqual(new Set([...amountFields, ...rateFields].map(({ name }) => name)));

    fill(amountFields, '30%');
    fill(rateFields, '$6');
    expect(document.body).not.toHaveTextContent(/NaN|undefined|Infinity/);
    for (const row of rows) {
      for (const chip of chipsOf(row)) expect(chip).toHaveTextContent('CHECK THIS');
    }
    calculate();
    for (const field of amountFields) {
      await waitFor(() => expect(field).toHaveAccessibleDescription(/^Dollars, not per cent/));
    }
    for (const field of rateFields) {
      expect(field).toHaveAccessibleDescription(/^Per cent, not dollars: write 6 for 6 %/);
    }
    const result = screen.getByRole('region', { name: 'Result' });
    await waitFor(() => expect(result).toHaveTextContent('Some terms cannot be used. Check '));
    for (const label of [...amounts, ...rates]) expect(result).toHaveTextContent(label);
    expect(document.body).not.toHaveTextContent(/NaN|undefined|Infinity/);
  },
);

test('extra repayments of another interval are explained, an invalid one is refused like one of a payment and not converted, and per cent in dollars is answered with the value', async () => {
  await open({ url: `${loan}#what-if&extra=300:::week&extra=1200:::year`, last: 'Extra amount' });
  const sentence = await screen.findByText(/since this loan is paid monthly/);
  expect(sentence).toHaveTextContent('A week’s 300 is 52 × 300 ÷ 12 a month');
  expect(sentence).toHaveTextContent('A year’s 1,200 is 1,200 ÷ 12 a month');
  const [extra] = fieldsOf(['Extra amount']);
  for (const [text, message] of [
    ['-5', 'Must be at least 0.'],
    ['1e9', 'Must be a number.'],
    ['1.500', 'Did you mean 1,500 or 1.5?'],
    ['300.005', 'Must have at most 2 decimals.'],
  ] as const) {
    fireEvent.change(extra!, { target: { value: text } });
    await waitFor(() => expect(extra).toHaveAccessibleDescription(message));
    // The sentence explains the current figures.
    expect(sentence).toHaveTextContent('A week’s 300 is 52 × 300 ÷ 12 a month');
  }
  const [balloon] = fieldsOf(['Balloon (residual)']);
  fireEvent.change(balloon!, { target: { value: '30%' } });
  await waitFor(() =>
    expect(balloon).toHaveAccessibleDescription(/^Dollars, not per cent: 30 % of \$40,000 is \$12,000/),
  );
});

/** The link of the result, which paper contains, has the values of the API. */
const expectLink = (part: RegExp) =>
  waitFor(() =>
    expect(screen.getByText(/^http:\/\/localhost[:\d]*\/finance\/[a-z-]+[?#]/)).toHaveTextContent(part),
  );

test('fixed periods of an offer are durations, an invalid fee is refused in every unit and not converted, and the message above the result names it and its group only', async () => {
  await open({
    url: '/finance/switch#owed=40000&months=60&rate=6.5&compounding=monthly&payments=fortnightly&offer=rate%3D5.9',
    last: 'Cashback',
  });
  fill(fieldsOf(['Fixed For']), '3 years');
  fill(fieldsOf(['Then (%)']), '7 per cent');
  await expectLink(/fixed%3D78:7/);

  const offer = within(screen.getByRole('group', { name: 'Offer 1' }));
  const [unitField, fee] = [offer.getByLabelText('Unit of the fee'), offer.getByLabelText('Fee')];
  for (const [unit, text, message] of [
    ['per_year', '1.005', 'Must have at most 2 decimals.'],
    ['per_month', '-5', 'Must be at least 0.'],
    ['per_month', '1.500', 'Did you mean 1,500 or 1.5?'],
    ['per_month', '1.005', 'Must have at most 2 decimals.'],
    ['per_period', '1.500', 'Did you mean 1,500 or 1.5?'],
    ['upfront', '-5', 'Must be at least 0.'],
  ] as const) {
    fireEvent.change(unitField, { target: { value: unit } });
    fireEvent.change(fee, { target: { value: text } });
    await waitFor(() => expect(fee).toHaveAccessibleDescription(message));
  }
  expect(screen.getByText(/^Some terms cannot be used\./)).toHaveTextContent('Check Offer 1: Upfront Fee. ');
});

test('options of a link are read as if they were typed, and durations are numbers of payments, also after a change of the frequency', async () => {
  const [extra, lump] = ['$1k', '2,000'].map(encodeURIComponent);
  await openScreen(
    `/finance/loan-calculator?amount=40000&months=60&rate=6.123456&compounding=monthly#what-if&payments=fortnightly&extra=${extra}&lump=${lump}:12&interest_only=1%20year`,
  );
  await expectLink(/rate=6\.123456&.*extra=1000&lump=2000:12&.*interest_only=26/);
  const field = screen.getByLabelText('Interest-only payments');
  fireEvent.change(field, { target: { value: '2 years' } });
  await expectLink(/&interest_only=52/);
  fireEvent.change(screen.getByLabelText('Payments'), { target: { value: 'monthly' } });
  await expectLink(/&interest_only=24/);
  expect(field).toHaveValue('2 years');
});

const comma = encodeURIComponent('6,19');
const offerWithCommas = encodeURIComponent(`rate=${comma}&costs=${comma}&cashback=${comma}`);

test.each([
  // Of these, the link leaves terms to the reader.
  [
    `/finance/loan-calculator?amount=${comma}&rate=${comma}#what-if&extra=${comma}&lump=${comma}:24&rate_from=${comma}:37&offset=${comma}&balloon=${comma}`,
    [
      'Total Loan Amount',
      'Annual Interest Rate (%)',
      'Extra amount',
      'Lump sum',
      'New rate (%)',
      'Offset account: balance',
      'Balloon (residual)',
    ],
  ],
  [
    `/finance/switch#owed=${comma}&rate=${comma}&offer=${offerWithCommas}`,
    ['Amount Owed', 'Rate (%)', 'Costs of Switching', 'Cashback'],
  ],
  [
    `/finance/buying#price=${comma}&savings=${comma}&rate=${comma}&share=${comma}`,
    ['Price', 'Savings', 'Annual Interest Rate (%)', 'Borrow at Most (%)'],
  ],
  // These are complete.
  [
    `/finance/savings#opening=${comma}&deposit=${comma}&months=48&rate=${comma}&inflation=${comma}&goal=${comma}`,
    ['Opening Balance', 'Deposit per Month', 'Annual Interest Rate (%)', 'Inflation (%)', 'Goal (optional)'],
  ],
  [
    `/finance/study-loan#balance=${comma}&income=91000&voluntary=${comma}&growth=${comma}`,
    ['Owed Now', 'Paid Before 1 June', 'Pay Grows by (%)'],
  ],
  [
    `/finance/take-home-pay#income=${comma}&per=yearly&year=2025-26&sacrifice=${comma}`,
    ['Pay Before Tax', 'Salary Sacrifice to Super'],
  ],
])('each term of a link is refused as if it were typed, once beside its field: %s', async (url, labels) => {
  await openScreen(url);
  await waitFor(() => {
    for (const field of fieldsOf(labels))
      expect(field).toHaveAccessibleDescription(/^Use a point for decimals: 6\.19(?!\.)/);
  });
  expect(screen.getByText(/^Some terms cannot be used\. The reason is beside each of them\./)).toBeVisible();
  expect(screen.getAllByText(/Use a point for decimals/)).toHaveLength(fieldsOf(labels).length);
});

test.each([
  ['/finance/loan-calculator?amount=397855.24&rate=6.14', 'Loan Duration (Months)'],
  ['/finance/switch#owed=397855.24&rate=6.14', 'Months Left'],
  ['/finance/savings#opening=5000&rate=4', 'Deposit per Month'],
])('a link without a term asks for it, without an error: %s', async (url, label) => {
  await openScreen(url);
  await waitFor(() => expect(screen.getByLabelText(label)).toHaveFocus());
  expect(screen.queryByText(/Required|cannot be used/)).not.toBeInTheDocument();
});
