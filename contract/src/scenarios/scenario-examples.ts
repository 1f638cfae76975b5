/** Examples for the OpenAPI document. */
export const scenario = {
  total_loan_amount: 1000,
  duration_months: 2,
  annual_interest_rate: 6,
  compounding_frequency: 'monthly' as const,
  lump_sums: [{ period: 1, amount: 100 }],
  start_date: '2026-01-31',
};
export const scenarioResult = {
  input_total_loan_amount: 1000,
  total_interest_paid: 7.01,
  calculated_monthly_payment: 503.75,
  total_payments_made: 1007.01,
  effective_monthly_rate_percent: 0.5,
  total_interest_percentage_of_principal: 0.7,
  amortization_schedule: [
    {
      period: 1,
      payment_amount: 603.75,
      principal_paid: 598.75,
      interest_paid: 5,
      remaining_balance: 401.25,
      extra_paid: 100,
      offset_balance: 0,
      annual_interest_rate: 6,
      due_date: '2026-02-28',
    },
    {
      period: 2,
      payment_amount: 403.26,
      principal_paid: 401.25,
      interest_paid: 2.01,
      remaining_balance: 0,
      extra_paid: 0,
      offset_balance: 0,
      annual_interest_rate: 6,
      due_date: '2026-03-31',
    },
  ],
  payment: 503.75,
  payoff_period: 2,
  payoff_date: '2026-03-31',
  total_fees: 0,
  total_cost: 1007.01,
  comparison_rate_percent: 6,
  without_extras: {
    total_interest_paid: 7.51,
    payoff_period: 2,
    payoff_date: '2026-03-31',
  },
  saved: {
    interest: 0.5,
    periods: 0,
  },
  yearly: [
    {
      year: 1,
      payment_amount: 1007.01,
      principal_paid: 1000,
      interest_paid: 7.01,
      fees_paid: 0,
      remaining_balance: 0,
    },
  ],
};
export const stressedLoans = [
  {
    added_rate: 2,
    payment: 505.01,
    total_interest_paid: 9.35,
    payment_increase: 1.26,
  },
  {
    added_rate: 3,
    payment: 505.63,
    total_interest_paid: 10.51,
    payment_increase: 1.88,
  },
];
export const solve = {
  solve_for: 'deposit' as const,
  opening_balance: 5000,
  target_amount: 50_000,
  duration_months: 60,
  annual_interest_rate: 4.5,
};
export const solved = { amount: 651.44 };
export const savings = {
  opening_balance: 1000,
  deposit_per_month: 100,
  duration_months: 2,
  annual_interest_rate: 6,
  inflation_rate: 2.5,
};
export const savingsResult = {
  final_balance: 1210.53,
  total_deposits: 200,
  total_interest: 10.53,
  final_balance_today: 1205.56,
  schedule: [
    {
      period: 1,
      deposit: 100,
      interest: 5,
      balance: 1105,
    },
    {
      period: 2,
      deposit: 100,
      interest: 5.53,
      balance: 1210.53,
    },
  ],
  yearly: [
    {
      year: 1,
      deposit: 200,
      interest: 10.53,
      balance: 1210.53,
    },
  ],
};
