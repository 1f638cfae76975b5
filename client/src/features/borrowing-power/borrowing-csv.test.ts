import { expect, test } from 'vitest';
import { borrowingCsv } from './borrowing-csv.ts';

test('the file contains the loan at its own rate and at each higher rate', () => {
  const terms = {
    payment_per_period: '100',
    payment_frequency: 'weekly',
    duration_months: '12',
    annual_interest_rate: '6',
    compounding_frequency: 'monthly',
    fee_per_period: '',
  };
  const higher = { added_rate: 2, payment: 101.5, payment_increase: 1.5, total_interest_paid: 210 };
  const power = { amount: 5000, payment: 100, totalInterest: 150, stressed: [higher] };
  expect(borrowingCsv(terms, power).trim().split('\r\n').slice(1)).toEqual([
    '6,0,5000.00,weekly,100.00,150.00',
    '6,2,5000.00,weekly,101.50,210.00',
  ]);
});
