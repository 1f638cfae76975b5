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
    hint: 'From this payment on the rate is another, and the regular payment is set anew.',
  },
  balance: {
    label: 'Offset account: balance',
    hint: meaningOf('offset account'),
  },
  deposit_per_period: {
    label: 'Offset account: deposit',
    hint: 'Put into the offset account with every payment.',
  },
  interest_only_periods: {
    label: 'Interest-only payments',
    hint: `${meaningOf('interest-only')} So many payments at the start.`,
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
    hint: 'Exact: computed for the frequency. Half or quarter: of the monthly payment, so that a year has a month’s payment more.',
  },
  start_date: {
    label: 'Start date',
    hint: 'The day the loan is drawn; it gives every payment its date.',
  },
  day_count: {
    label: 'Counting of days',
    hint: 'Equal: every period is as long as the others. Actual/365: interest for each day; needs a start date and monthly compounding.',
  },
  upfront: {
    label: 'Upfront fee',
    hint: 'Paid once, when the loan is drawn.',
  },
  per_period: {
    label: 'Fee per payment',
    hint: 'Paid beside every payment; it pays off nothing.',
  },
  inflation_rate: {
    label: 'Inflation (% a year)',
    hint: `${meaningOf('inflation')} Our assumption for today’s money, yours to change: no one knows it.`,
  },
} as const;

export const basisTexts = {
  exact: 'Exact for the frequency',
  half_monthly: 'Half or quarter of the monthly',
} as const;

export const dayCountTexts = { equal: 'Equal periods', actual_365: 'Actual/365' } as const;
