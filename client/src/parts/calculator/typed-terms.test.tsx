import { fireEvent, screen, waitFor, within } from '@testing-library/react';
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

/** All fields with a label. The switch has a field *Rate (%)* of the loan and one of the offer. */
const fieldsOf = (labels: readonly string[]) =>
  [...new Set(labels)].flatMap((label) => screen.getAllByLabelText<HTMLInputElement>(label));

async function open({ url, last }: Pick<Calculator, 'url' | 'last'>) {
  await openScreen(url);
  await screen.findByLabelText(last);
}

function fill(fields: readonly HTMLElement[], text: string) {
  for (const field of fields) fireEvent.change(field, { target: { value: text } });
}

const type = (labels: readonly string[], text: string) => fill(fieldsOf(labels), text);

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
    // Found once, because it takes long among so many fields.
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

const sentenceOfExtra = () => screen.getByText(/since this loan is paid monthly/);

test('an invalid amount with another unit is refused like one of a payment, and not converted', async () => {
  await open({ url: `${loan}#what-if&extra=300:::week`, last: 'Extra amount' });
  await waitFor(() => expect(sentenceOfExtra()).toHaveTextContent('A week’s 300 is 52 × 300 ÷ 12 a month'));
  const extra = screen.getByLabelText('Extra amount');
  for (const [text, message] of [
    ['-5', 'Must be at least 0.'],
    ['1e9', 'Must be a number.'],
    ['1.500', 'Did you mean 1,500 or 1.5?'],
    ['300.005', 'Must have at most 2 decimals.'],
  ] as const) {
    fireEvent.change(extra, { target: { value: text } });
    await waitFor(() => expect(extra).toHaveAccessibleDescription(message));
    // The sentence explains the current figures.
    expect(sentenceOfExtra()).toHaveTextContent('A week’s 300 is 52 × 300 ÷ 12 a month');
  }
});

test('a yearly extra repayment is a twelfth of it a month', async () => {
  await open({ url: `${loan}#what-if&extra=1200:::year`, last: 'Extra amount' });
  await waitFor(() => expect(sentenceOfExtra()).toHaveTextContent('A year’s 1,200 is 1,200 ÷ 12 a month'));
});

test('an invalid fee is refused in every unit, and not converted', async () => {
  await open({
    url: '/finance/switch#owed=40000&months=60&rate=6.5&compounding=monthly&payments=fortnightly&offer=rate%3D5.9',
    last: 'Cashback',
  });
  const offer = screen.getByRole('group', { name: 'Offer 1' });
  const fee = () => within(offer).getByLabelText('Fee');
  for (const [text, message] of [
    ['-5', 'Must be at least 0.'],
    ['1.500', 'Did you mean 1,500 or 1.5?'],
    ['1.005', 'Must have at most 2 decimals.'],
  ] as const) {
    for (const unit of ['per_year', 'per_month', 'per_period', 'upfront']) {
      fireEvent.change(within(offer).getByLabelText('Unit of the fee'), { target: { value: unit } });
      fireEvent.change(fee(), { target: { value: text } });
      await waitFor(() => expect(fee()).toHaveAccessibleDescription(message));
    }
  }
});

test('per cent in dollars is answered with the value', async () => {
  await open(calculators[0]!);
  type(['Balloon (residual)'], '30%');
  calculate();
  await waitFor(() =>
    expect(screen.getByLabelText('Balloon (residual)')).toHaveAccessibleDescription(
      /^Dollars, not per cent: 30 % of \$40,000 is \$12,000/,
    ),
  );
});

test('the message above the result names the fields and their group', async () => {
  await open(calculators[1]!);
  type(['Cashback'], '2,000.00 or so');
  const result = screen.getByRole('region', { name: 'Result' });
  await waitFor(() =>
    expect(result).toHaveTextContent('Some terms cannot be used. Check Offer 1: Cashback.'),
  );
  expect(within(result).queryByText('Offer 1: Rate (%)')).toBeNull();
});

/** The link of the result, which paper contains, has the values of the API. */
const expectLink = (part: RegExp) =>
  waitFor(() =>
    expect(screen.getByText(/^http:\/\/localhost[:\d]*\/finance\/[a-z-]+[?#]/)).toHaveTextContent(part),
  );

test('durations are read as numbers of payments, also after a change of the frequency', async () => {
  await open({ url: `${loan}#what-if&payments=fortnightly&extra=1`, last: 'Extra amount' });
  const field = screen.getByLabelText('Interest-only payments');
  fireEvent.change(field, { target: { value: '2 years' } });
  await expectLink(/&interest_only=52/);
  fireEvent.change(screen.getByLabelText('Payments'), { target: { value: 'monthly' } });
  await expectLink(/&interest_only=24/);
  expect(field).toHaveValue('2 years');
});

test('fixed periods of an offer are durations, too', async () => {
  await open(calculators[1]!);
  type(['Fixed For'], '3 years');
  type(['Then (%)'], '7 per cent');
  await expectLink(/fixed%3D36:7/);
});

const comma = encodeURIComponent('6,19');
const offerWithCommas = encodeURIComponent(`rate=${comma}&costs=${comma}&cashback=${comma}`);

test.each([
  [
    `/finance/loan-calculator?amount=${comma}&months=60&rate=${comma}`,
    ['Total Loan Amount', 'Annual Interest Rate (%)'],
  ],
  [
    `${loan}#what-if&extra=${comma}&lump=${comma}:24&rate_from=${comma}:37&offset=${comma}&balloon=${comma}`,
    ['Extra amount', 'Lump sum', 'New rate (%)', 'Offset account: balance', 'Balloon (residual)'],
  ],
  [
    `/finance/switch#owed=${comma}&months=60&rate=${comma}&offer=${offerWithCommas}`,
    ['Amount Owed', 'Rate (%)', 'Costs of Switching', 'Cashback'],
  ],
  [
    `/finance/savings#opening=${comma}&deposit=${comma}&months=48&rate=${comma}&inflation=${comma}&goal=${comma}`,
    ['Opening Balance', 'Deposit per Month', 'Annual Interest Rate (%)', 'Inflation (%)', 'Goal (optional)'],
  ],
  [
    `/finance/buying#price=${comma}&place=vic&savings=${comma}&rate=${comma}&share=${comma}`,
    ['Price', 'Savings', 'Annual Interest Rate (%)', 'Borrow at Most (%)'],
  ],
  [
    `/finance/study-loan#balance=${comma}&income=91000&voluntary=${comma}&growth=${comma}`,
    ['Owed Now', 'Paid Before 1 June', 'Pay Grows by (%)'],
  ],
  [
    `/finance/take-home-pay#income=${comma}&per=yearly&year=2025-26&sacrifice=${comma}`,
    ['Pay Before Tax', 'Salary Sacrifice to Super'],
  ],
  // With terms that the link leaves to the reader.
  [`/finance/loan-calculator?rate=${comma}`, ['Annual Interest Rate (%)']],
  [`/finance/switch#owed=${comma}`, ['Amount Owed']],
  [`/finance/savings#rate=${comma}`, ['Annual Interest Rate (%)']],
  [`/finance/buying#rate=${comma}`, ['Annual Interest Rate (%)']],
  [`/finance/take-home-pay#per=yearly&year=2025-26&sacrifice=${comma}`, ['Salary Sacrifice to Super']],
])('each term of a link is refused as if it were typed, once beside its field: %s', async (url, labels) => {
  await openScreen(url);
  await waitFor(() => {
    for (const field of fieldsOf(labels))
      expect(field).toHaveAccessibleDescription(/^Use a point for decimals: 6\.19(?!\.)/);
  });
  expect(screen.getByText(/^Some terms cannot be used\. The reason is beside each of them\./)).toBeVisible();
  expect(screen.getAllByText(/Use a point for decimals/)).toHaveLength(fieldsOf(labels).length);
});

test('options of a link are read as if they were typed', async () => {
  const [extra, lump] = ['$1k', '2,000'].map(encodeURIComponent);
  await openScreen(`${loan}#what-if&extra=${extra}&lump=${lump}:12&interest_only=1%20year`);
  await expectLink(/extra=1000&lump=2000:12&.*interest_only=12/);
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

test.each([
  ['rate=6.125', /rate=6\.125&/],
  ['rate=6.123456', /rate=6\.123456&/],
])('a link with %s, which the API computes, is computed', async (terms, part) => {
  const query = new URLSearchParams('amount=40000&months=60&compounding=monthly');
  for (const [name, value] of new URLSearchParams(terms)) query.set(name, value);
  await openScreen(`/finance/loan-calculator?${query.toString()}`);
  await expectLink(part);
});
