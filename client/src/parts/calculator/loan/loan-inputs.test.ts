import { describe, expect, test } from 'vitest';
import { inputsOf, searchOf } from './loan-inputs.ts';
import { LoanRequest } from 'contract/loans/loans.ts';

const inputs = {
  total_loan_amount: '650000.50',
  duration_months: '360',
  annual_interest_rate: '6.14',
  compounding_frequency: 'daily',
} as const;

describe('the URL of a calculation', () => {
  test('contains the inputs in a readable form', () => {
    expect(searchOf(inputs)).toBe('amount=650000.50&months=360&rate=6.14&compounding=daily');
  });

  test('restores the inputs exactly as typed', () => {
    expect(inputsOf(new URLSearchParams(searchOf(inputs)))).toEqual(inputs);
  });

  test('gives absent inputs the defaults of an empty form', () => {
    expect(inputsOf(new URLSearchParams('rate=5'))).toEqual({
      total_loan_amount: '',
      duration_months: '',
      annual_interest_rate: '5',
      compounding_frequency: 'monthly',
    });
  });

  test.each(['', 'utm_source=mail'])('has no inputs in %j', (search) => {
    expect(inputsOf(new URLSearchParams(search))).toBeNull();
  });
});

const messagesOf = (change: Record<string, unknown>) =>
  LoanRequest.safeParse({ ...inputs, ...change }).error?.issues.map(({ path, message }) => [
    path[0],
    message,
  ]);

describe('the form', () => {
  test.each([
    ['total_loan_amount', '', 'Required.'],
    ['total_loan_amount', 'abc', 'Must be a number.'],
    ['total_loan_amount', '1,000', 'Must be a number.'],
    ['total_loan_amount', '1e3', 'Must be a number.'],
    ['total_loan_amount', '9'.repeat(41), 'Must be a number.'],
    ['total_loan_amount', '0', 'Must be at least 0.01.'],
    ['total_loan_amount', '-5', 'Must be at least 0.01.'],
    ['total_loan_amount', '1000000000000.01', 'Must be at most 1,000,000,000,000.'],
    ['total_loan_amount', '10.005', 'Must have at most 2 decimals.'],
    ['duration_months', '', 'Required.'],
    ['duration_months', '1', 'Must be at least 2.'],
    ['duration_months', '601', 'Must be at most 600.'],
    ['duration_months', '12.5', 'Must be a whole number.'],
    ['duration_months', '-.5', 'Must be at least 2.'],
    ['annual_interest_rate', '', 'Required.'],
    ['annual_interest_rate', '-0.01', 'Must be at least 0.'],
    ['annual_interest_rate', '30.01', 'Must be at most 30.'],
    ['annual_interest_rate', '6.1234567', 'Must have at most 6 decimals.'],
    ['compounding_frequency', 'weekly', 'Must be monthly, daily or yearly.'],
  ])('refuses %s %j with %j', (field, value, message) => {
    expect(messagesOf({ [field]: value })).toEqual([[field, message]]);
  });

  test.each([
    ['total_loan_amount', '0.01'],
    ['total_loan_amount', '1000000000000.00'],
    ['duration_months', '2'],
    ['duration_months', '600'],
    ['annual_interest_rate', '0'],
    ['annual_interest_rate', '.5'],
    ['annual_interest_rate', '6.123456'],
    ['annual_interest_rate', '30.00'],
    ['compounding_frequency', 'yearly'],
  ])('accepts %s %j at the limit', (field, value) => {
    expect(messagesOf({ [field]: value })).toBeUndefined();
  });
});
