/** The names of the parameters in the URLs of the calculators. Screens of the first load use them. */

/** The names of the parameters, keyed by the field of the request. */
export const loanQuery = {
  total_loan_amount: 'amount',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  compounding_frequency: 'compounding',
} as const;

export const savingsFragment = {
  opening_balance: 'opening',
  deposit_per_month: 'deposit',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  inflation_rate: 'inflation',
  target_amount: 'goal',
} as const;

export const borrowingFragment = {
  payment_per_period: 'payment',
  duration_months: 'months',
  annual_interest_rate: 'rate',
  compounding_frequency: 'compounding',
  fee_per_period: 'fee',
  payment_frequency: 'payments',
} as const;

/** The start of the loan calculator's fragment while WHAT IF is open. */
export const scenarioFragmentStart = '#what-if';

/** The name, in the fragment of `/finance/check`, of the id of a saved check. */
export const savedFragment = 'saved';

/** Names in the fragment of `/finance/switch`, besides the options of a scenario and one `offer` for each offer. */
export const switchFragment = { ...loanQuery, total_loan_amount: 'owed' } as const;

/** Names in the fragment of `/finance/take-home-pay`. */
export const payFragment = {
  income: 'income',
  period: 'per',
  income_year: 'year',
  salary_sacrifice: 'sacrifice',
  study_loan: 'study',
  standard_deduction: 'deduction',
  compare_year: 'compare',
} as const;
