/** Examples of requests for the OpenAPI document. `response-examples.test.ts` writes those of the responses. */
export const scenario = {
  total_loan_amount: 1000,
  duration_months: 2,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly' as const,
  lump_sums: [{ period: 1, amount: 100 }],
  fees: { per_year: 2 },
  start_date: '2026-01-31',
};
export const solve = {
  solve_for: 'deposit' as const,
  opening_balance: 5000,
  target_amount: 50_000,
  duration_months: 60,
  annual_interest_rate: 4.5,
};
export const solveResult = { amount: 651.44 };
export const savings = {
  opening_balance: 1000,
  deposit_per_month: 100,
  duration_months: 2,
  annual_interest_rate: 6,
  inflation_rate: 2.5,
};
