import { meaningOf } from '#parts/glossary/glossary.ts';

/** Label and hint of each option; glossary terms use the glossary's sentence. */
export const optionTexts = {
  extra_payments: {
    label: 'Extra repayments',
    hint: meaningOf('extra repayment'),
  },
  lump_sums: {
    label: 'Lump sums',
    hint: `${meaningOf('lump sum')} It is paid together with a regular payment.`,
  },
  rate_changes: {
    label: 'Rate changes',
    hint: 'The rate changes from this payment on, and the regular payment is recalculated.',
  },
  balance: {
    label: 'Offset account: balance',
    hint: meaningOf('offset account'),
  },
  deposit_per_period: {
    label: 'Offset account: deposit',
    hint: 'Added to the offset account with every payment.',
  },
  interest_only_periods: {
    label: 'Interest-only payments',
    hint: `${meaningOf('interest-only')} The number of these payments at the start of the loan, or for example 5 years.`,
  },
  residual_amount: {
    label: 'Balloon (residual)',
    hint: meaningOf('balloon'),
  },
  payment_frequency: {
    label: 'Payments',
    hint: 'How often you pay.',
  },
  payment_basis: {
    label: 'Size of a payment',
    hint: 'Exact: calculated for the frequency. Half or quarter: a part of the monthly payment, so that you pay one monthly payment more in a year.',
  },
  start_date: {
    label: 'Start date',
    hint: 'The day on which the loan is drawn. It determines the date of every payment.',
  },
  day_count: {
    label: 'Counting of days',
    hint: 'Equal: every period has the same length. Actual/365: interest for each day, which needs a start date and monthly compounding.',
  },
  upfront: {
    label: 'Upfront fee',
    hint: 'Paid once, when the loan is drawn.',
  },
  per_period: {
    label: 'Fee per payment',
    hint: 'Paid in addition to every payment. It does not reduce the loan.',
  },
  per_year: {
    label: 'Fee per year',
    hint: 'Paid with the last payment of each year. It does not reduce the loan.',
  },
  inflation_rate: {
    label: 'Inflation (% a year)',
    hint: `${meaningOf('inflation')} Our assumption for amounts in today’s money, which you can change. Nobody knows the future rate.`,
  },
} as const;

export const basisTexts = {
  exact: 'Exact for the frequency',
  half_monthly: 'Half or quarter of the monthly payment',
} as const;

export const dayCountTexts = { equal: 'Equal periods', actual_365: 'Actual/365' } as const;
