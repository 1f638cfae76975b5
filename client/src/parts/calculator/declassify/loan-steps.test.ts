import type { AmortizationScheduleRow, LoanRequestInput, LoanResult } from 'contract/loans/loans.ts';
import { expect, test } from 'vitest';
import { declassify } from './loan-steps.ts';

const loan = (amount: string, months: string, rate: string, compounding = 'monthly') =>
  ({
    total_loan_amount: amount,
    duration_months: months,
    annual_interest_rate: rate,
    compounding_frequency: compounding,
  }) as LoanRequestInput;

const monthly = { frequency: 'monthly', basis: 'exact' } as const;

const twoRows: LoanResult = {
  input_total_loan_amount: 1000,
  total_interest_paid: 7.51,
  calculated_monthly_payment: 503.75,
  total_payments_made: 1007.51,
  effective_monthly_rate_percent: 0.5,
  total_interest_percentage_of_principal: 0.75,
  amortization_schedule: [
    {
      period: 1,
      payment_amount: 503.75,
      principal_paid: 498.75,
      interest_paid: 5,
      remaining_balance: 501.25,
    },
    { period: 2, payment_amount: 503.76, principal_paid: 501.25, interest_paid: 2.51, remaining_balance: 0 },
  ],
};

test.each([
  [loan('500000', '360', '6'), '2997.75', '2,997.752625763761…'],
  [loan('500000', '360', '6', 'daily'), '3002.42', '3,002.424855801206…'],
  [loan('500000', '360', '6', 'yearly'), '2946.85', '2,946.852084957797…'],
  [loan('1000', '3', '0'), '333.33', '333.333333333333…'],
])('the monthly payment of %j is %s', (terms, payment, unrounded) => {
  const { value, unrounded: shown } = declassify('Monthly Payment', terms, twoRows, monthly);
  expect(value.toFixed(2)).toBe(payment);
  expect(shown).toEqual(unrounded);
});

test.each([
  ['Fortnightly Payment', 'fortnightly', 'exact', '1382.92'],
  ['Weekly Payment', 'weekly', 'exact', '691.32'],
  ['Fortnightly Payment', 'fortnightly', 'half_monthly', '1498.88'],
  ['Weekly Payment', 'weekly', 'half_monthly', '749.44'],
] as const)(
  'the %s of $500,000 over 30 years at 6 %%, paid %s, %s, is %s',
  (label, frequency, basis, amount) => {
    const { value } = declassify(label, loan('500000', '360', '6'), twoRows, { frequency, basis });
    expect(value.toFixed(2)).toBe(amount);
  },
);

test('a payment of exactly half a cent is rounded up, and the step explains that', () => {
  const { value, rounding } = declassify('Monthly Payment', loan('36.30', '2', '20'), twoRows, monthly);
  expect(value.toFixed()).toBe('18.61');
  expect(rounding).toBe('Exactly half of a cent is left, which goes up: 18.61.');
});

test.each([
  [
    'Monthly Payment',
    '503.75',
    '0.311720698254… of a cent is left, less than a half, so it is dropped: 503.75.',
  ],
  ['Final Payment', '503.76', '0.625 of a cent is left, more than a half, so it goes up: 503.76.'],
  [
    'Total Payments',
    '1007.51',
    'Every row is rounded to the cent, half up; a sum of cents needs no rounding.',
  ],
  ['Total Interest', '7.51', expect.any(String)],
  ['Loan Amount', '1000.00', expect.any(String)],
  ['Effective Monthly Rate', '0.50', 'There is nothing below the fifth decimal: nothing to round.'],
  ['Interest to Principal', '0.75', expect.stringContaining('of the second decimal is left')],
] as const)('the steps of %s come to what the server says', (label, value, rounding) => {
  const declassified = declassify(label, loan('1000', '2', '6'), twoRows, monthly);
  expect(declassified.value.toFixed(2)).toBe(value);
  expect(declassified.rounding).toEqual(rounding);
});

test('the step of the last row contains the balance before it', () => {
  expect(declassify('Final Payment', loan('1000', '2', '6'), twoRows, monthly)).toMatchObject({
    formula: 'B + B · r',
    substituted: '501.25 + 501.25 × 0.005',
    unrounded: '503.75625',
  });
});

const sumOf = (result: LoanResult) => declassify('Total Interest', loan('1000', '2', '6'), result, monthly);

test('a sum displays its first rows and its last', () => {
  expect(sumOf(twoRows).substituted).toBe('5.00 + 2.51');
  const [first, last] = twoRows.amortization_schedule as [AmortizationScheduleRow, AmortizationScheduleRow];
  const fourRows = { ...twoRows, amortization_schedule: [first, first, first, last] };
  expect(sumOf(fourRows).substituted).toBe('5.00 + 5.00 + … + 2.51');
});

test('if whole cents cannot keep the payment level, the last payment is the balance and the interest of its row', () => {
  const offPath = { ...twoRows, calculated_monthly_payment: 503.76 };
  expect(declassify('Final Payment', loan('1000', '2', '6'), offPath, monthly)).toMatchObject({
    substituted: '501.25 + 2.51',
    unrounded: '503.76',
    rounding: expect.stringMatching(/^Whole cents cannot keep this payment level/) as unknown,
  });
});
