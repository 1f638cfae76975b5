import { screenLinks } from 'contract/calculations/links.ts';
import { describe, expect, it } from 'vitest';
import { buyingCalculator, buyingRequest } from '#features/buying/buying-terms.ts';
import { savingsCalculator } from '#features/savings/savings-terms.ts';
import { studyLoanCalculator, studyLoanRequest } from '#features/study-loan/study-loan-terms.ts';
import { payCalculator } from '#features/take-home-pay/pay-terms.ts';
import { inputsOf } from '#parts/calculator/loan/loan-inputs.ts';
import { readFragment } from '#parts/calculator/scenario/scenario-link.ts';

const urlOf = (operation: string, request: Record<string, unknown>) =>
  new URL(screenLinks[operation]!(request), 'https://declassified.example');

const scenario = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6.19,
  compounding_frequency: 'daily',
  payment_frequency: 'weekly',
  payment_basis: 'half_monthly',
  extra_payments: [{ amount: 100.5 }, { amount: 200, from_period: 13, to_period: 24 }],
  lump_sums: [{ period: 12, amount: 5000 }],
  rate_changes: [{ period: 60, annual_interest_rate: 7.25 }],
  offset: { balance: 10_000, deposit_per_period: 50 },
  interest_only_periods: 6,
  residual_amount: 1000,
  fees: { upfront: 300, per_period: 5, per_year: 395 },
  start_date: '2026-12-01',
  day_count: 'actual_365',
};

describe('the link to the result of a tool', () => {
  it.each(['calculateScenario', 'stressScenario'])('opens the terms of %s in the loan calculator', (name) => {
    const url = urlOf(name, name === 'calculateScenario' ? scenario : { scenario, added_rates: [1] });
    expect(url.pathname).toBe('/finance/loan-calculator');
    expect(inputsOf(url.searchParams)).toEqual({
      total_loan_amount: '500000',
      duration_months: '360',
      annual_interest_rate: '6.19',
      compounding_frequency: 'daily',
    });
    const { options, unrecognized } = readFragment(url.hash);
    expect(unrecognized).toEqual([]);
    expect(options).toMatchObject({
      payment_frequency: 'weekly',
      payment_basis: 'half_monthly',
      extra_payments: [
        { amount: '100.5', from_period: '', to_period: '' },
        { amount: '200', from_period: '13', to_period: '24' },
      ],
      lump_sums: [{ period: '12', amount: '5000' }],
      rate_changes: [{ period: '60', annual_interest_rate: '7.25' }],
      offset: { balance: '10000', deposit_per_period: '50' },
      interest_only_periods: '6',
      residual_amount: '1000',
      fees: { upfront: '300', per_period: '5', per_year: '395' },
      start_date: '2026-12-01',
      day_count: 'actual_365',
    });
  });

  it('opens the terms of savings, of a goal and of what a payment can borrow', () => {
    const terms = { duration_months: 120, annual_interest_rate: 4.5 };
    const goal = { ...terms, solve_for: 'deposit', opening_balance: 1000, target_amount: 90_000 };
    expect(savingsCalculator.read(urlOf('solveLoan', goal))?.inputs).toMatchObject({
      opening_balance: '1000',
      duration_months: '10',
      annual_interest_rate: '4.5',
      target_amount: '90000',
    });
    const savings = { ...terms, opening_balance: 0, deposit_per_month: 500, inflation_rate: 2 };
    expect(savingsCalculator.read(urlOf('calculateSavings', savings))?.inputs).toMatchObject({
      opening_balance: '0',
      deposit_per_month: '500',
      inflation_rate: '2',
    });
    const loan = { ...terms, solve_for: 'total_loan_amount', payment_per_period: 3000, fee_per_period: 10 };
    expect(buyingCalculator.read(urlOf('solveLoan', loan))?.inputs).toMatchObject({
      repayment: '2990',
      duration_months: '10',
      annual_interest_rate: '4.5',
    });
    const weekly = urlOf('solveLoan', { ...loan, payment_frequency: 'weekly' });
    expect(buyingCalculator.read(weekly)?.inputs['repayment']).toBe('12956.66');
  });

  it('contains the terms of a purchase and of a study loan in the fragment', () => {
    const purchase = {
      place: 'nsw',
      price: 850_050,
      contract_date: '2026-11-28',
      first_home: true,
      buyers: 2,
      incomes: [
        { income: 95_000, study_loan: true },
        { income: 4_200, period: 'fortnightly' },
      ],
      living_costs: 4_200,
      annual_interest_rate: 6.19,
      costs: { conveyancer: 1_500.5 },
      grant_at_settlement: false,
    };
    const url = urlOf('calculateBuying', purchase);
    expect([url.pathname, url.search]).toEqual(['/finance/buying', '']);
    const link = buyingCalculator.read(url)!;
    expect(link.unrecognized).toEqual([]);
    expect(buyingRequest(buyingCalculator.termsOf(link.inputs))).toMatchObject({
      place: 'nsw',
      price: '850050',
      contract_date: '2026-11-28',
      first_home: true,
      incomes: [
        { income: '95000', period: 'yearly', study_loan: true },
        { income: '4200', period: 'fortnightly', study_loan: false },
      ],
      costs: { conveyancer: '1500.5', moving: null },
      grant_at_settlement: false,
    });
    const loan = { balance: 30_000, incomes: [91_000, 95_000.5], voluntary: 5_000 };
    const studyLink = studyLoanCalculator.read(urlOf('calculateStudyLoan', loan))!;
    expect(studyLink.unrecognized).toEqual([]);
    expect(studyLoanRequest(studyLoanCalculator.termsOf(studyLink.inputs))).toMatchObject({
      balance: '30000',
      incomes: ['91000', '95000.5'],
      voluntary: '5000',
    });
  });

  it.each([
    ['?payment=3000&months=360&rate=6&compounding=monthly&fee=0&payments=monthly', '3000'],
    ['#payment=1500&months=360&rate=6&compounding=daily&fee=5&payments=fortnightly', '3239.16'],
    ['#pay=5432.1', undefined],
  ])('reads a link to the former calculator of a payment: %s', (terms, repayment) => {
    const url = new URL(`/finance/buying${terms}`, 'https://declassified.example');
    expect(buyingCalculator.read(url)?.inputs['repayment']).toBe(repayment);
  });

  it('contains the terms of take-home pay in the fragment', () => {
    const pay = { income: 3_500, period: 'fortnightly', income_year: '2024-25', study_loan: true };
    const url = urlOf('calculateTakeHomePay', { ...pay, salary_sacrifice: 100, compare_year: '2023-24' });
    expect(url.search).toBe('');
    expect(payCalculator.read(url)).toEqual({
      inputs: {
        income: '3500',
        period: 'fortnightly',
        income_year: '2024-25',
        salary_sacrifice: '100',
        compare_year: '2023-24',
        study_loan: 'true',
        raise: '',
        standard_deduction: '',
      },
      unrecognized: [],
    });
  });

  it('omits the absent fields of the request', () => {
    const url = urlOf('calculateScenario', { total_loan_amount: 1000, offset: null, fees: {} });
    expect(url.search + url.hash).toBe('?amount=1000#what-if');
  });
});
