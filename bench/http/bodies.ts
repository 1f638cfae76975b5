/** A 30-year loan with every option that monthly payments allow together. */
export const scenarioBody = {
  total_loan_amount: 500_000,
  duration_months: 360,
  annual_interest_rate: 6.19,
  compounding_frequency: 'monthly',
  interest_only_periods: 24,
  residual_amount: 20_000,
  rate_changes: [
    { period: 25, annual_interest_rate: 6 },
    { period: 61, annual_interest_rate: 6.45 },
    { period: 121, annual_interest_rate: 6.9 },
  ],
  extra_payments: [{ amount: 100 }, { amount: 50, from_period: 30, to_period: 90 }],
  lump_sums: [{ period: 100, amount: 5_000 }],
  offset: { balance: 10_000, deposit_per_period: 50 },
  fees: { upfront: 600, per_period: 10 },
  start_date: '2026-01-31',
};

export const loanBody = (months: number) => ({
  total_loan_amount: 500_000,
  duration_months: months,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly',
});

/** Three offers of 360 rows. */
export const switchBody = {
  current: { ...loanBody(360), annual_interest_rate: 6.5, start_date: '2026-11-23' },
  offers: [5.9, 6.1, 6.3].map((rate) => ({ annual_interest_rate: rate, switching_costs: 1_200 })),
};

export const payBody = { income: 90_000, income_year: '2025-26', study_loan: true, compare_year: '2024-25' };

/** Public content that is cached for a day. */
export const cachedPaths = [
  '/api/content/guides/',
  '/api/content/guides/extra-repayments/',
  '/api/content/datasets/',
  '/api/content/datasets/inflation-australia/',
];
