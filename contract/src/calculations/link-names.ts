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

/** Names in the fragment of `/finance/buying`, besides those of costs and incomes. */
export const buyingFragment = {
  price: 'price',
  place: 'place',
  area: 'area',
  kind: 'kind',
  use: 'use',
  first_home: 'first',
  contract_date: 'date',
  buyers: 'buyers',
  savings: 'savings',
  largest_share_percent: 'share',
  duty: 'duty',
  grant_at_settlement: 'grant',
  income_year: 'year',
  living_costs: 'living',
  other_debts: 'debts',
  repayment: 'repay',
  annual_interest_rate: 'rate',
  duration_months: 'months',
  buffer: 'buffer',
} as const;

export const buyingCostFragment = {
  transfer_fee: 'transfer',
  mortgage_fee: 'registration',
  conveyancer: 'conveyancer',
  inspections: 'inspections',
  moving: 'moving',
  lenders_insurance: 'lmi',
  other: 'other',
} as const;

/** The names of the first income. Those of the second end in 2. */
export const buyingIncomeFragment = {
  income: 'income',
  period: 'per',
  salary_sacrifice: 'sacrifice',
  study_loan: 'study',
} as const;

/** Names in the fragment of `/finance/study-loan`. Commas separate the incomes. */
export const studyLoanFragment = {
  balance: 'balance',
  not_yet_indexed: 'young',
  incomes: 'income',
  income_growth: 'growth',
  threshold_growth: 'thresholds',
  first_year: 'year',
  indexation: 'indexation',
  voluntary: 'voluntary',
  alternative: 'alternative',
  alternative_rate: 'earns',
  annual_interest_rate: 'rate',
  duration_months: 'months',
  buffer: 'buffer',
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
