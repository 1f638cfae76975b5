/**
 * The options of a scenario. A row of the table is all that links, forms, summaries and sentences need to know about
 * an option; the schemas of the request and the engine compute with it. No zod, because screens load this file.
 */
import { count } from 'contract/counts.ts';
import { extraPerPayment, extrasPerYear } from './extra-periods.ts';
import { paymentTexts, periodNames } from './frequency-texts.ts';
import type { ScenarioInputs, ScenarioOption } from './option-types.ts';
import { defaultInflationPercent, scenarioLimits } from './scenarios.constants.ts';

const partOfMonth = ({ payment_frequency }: ScenarioInputs) =>
  payment_frequency === 'weekly' ? 'a quarter' : 'half';

/** In the order of links, summaries and sentences. */
export const scenarioOptions: readonly ScenarioOption[] = [
  {
    parameter: 'payments',
    fields: [
      {
        path: 'payment_frequency',
        kind: 'choice',
        label: 'Payments',
        hint: 'How often you pay.',
        choices: paymentTexts,
      },
    ],
    row: 'payments',
    summary: ({ payment_frequency }) => [payment_frequency !== 'monthly' && payment_frequency],
  },
  {
    parameter: 'basis',
    fields: [
      {
        path: 'payment_basis',
        kind: 'choice',
        label: 'Size of a payment',
        hint: 'Exact: calculated for the frequency. Half or quarter: a part of the monthly payment, so that you pay one monthly payment more in a year.',
        choices: {
          exact: 'Exact for the frequency',
          half_monthly: 'Half or quarter of the monthly payment',
        },
      },
    ],
    row: 'payments',
    summary: (options) => [
      options.payment_basis === 'half_monthly' && `${partOfMonth(options)} of the monthly payment`,
    ],
    sentences: (options) => [
      options.payment_basis === 'half_monthly' &&
        `Each payment is ${partOfMonth(options)} of the monthly one.`,
    ],
  },
  {
    parameter: 'extra',
    list: {
      name: 'extra_payments',
      label: 'Extra repayments',
      term: 'extra repayment',
      addLabel: 'Add Extra',
      max: scenarioLimits.extraPayments,
    },
    fields: [
      { path: 'amount', kind: 'amount', label: 'Extra amount', isRequired: true },
      { path: 'from_period', kind: 'period', label: 'From payment' },
      { path: 'to_period', kind: 'period', label: 'To payment' },
      {
        path: 'every',
        kind: 'choice',
        label: 'How often the extra is paid',
        choices: {
          '': 'every payment',
          ...Object.fromEntries(Object.keys(extrasPerYear).map((period) => [period, `every ${period}`])),
        },
        unitOf: 'amount',
      },
    ],
    row: 'extra',
    summary: ({ extra_payments, payment_frequency }, { aud }) =>
      extra_payments.map(({ amount, every, from_period: from, to_period: to }) => {
        const each = `${aud(amount)} a ${every || periodNames[payment_frequency]}`;
        if (from && to) return `${each}, payments ${from} to ${to}`;
        if (from) return `${each} from payment ${from}`;
        return to ? `${each} to payment ${to}` : each;
      }),
    sentences: ({ extra_payments, payment_frequency }, { aud }) =>
      extra_payments.map((extra) => {
        const { from_period: from, to_period: to } = extra;
        const each = aud(extraPerPayment(extra, payment_frequency));
        return `${each} extra with each payment from ${from || 1}${to && ` to ${to}`}.`;
      }),
  },
  {
    parameter: 'lump',
    list: {
      name: 'lump_sums',
      label: 'Lump sums',
      term: 'lump sum',
      hint: 'It is paid together with a regular payment.',
      addLabel: 'Add Lump Sum',
      max: scenarioLimits.lumpSums,
    },
    fields: [
      { path: 'amount', kind: 'amount', label: 'Lump sum', isRequired: true },
      { path: 'period', kind: 'period', label: 'With payment', isRequired: true },
    ],
    row: 'lump',
    summary: ({ lump_sums }, { aud }) =>
      lump_sums.map(({ amount, period }) => `${aud(amount)} with payment ${period}`),
    sentences: ({ lump_sums }, { aud }) =>
      lump_sums.map(({ amount, period }) => `${aud(amount)} once, with payment ${period}.`),
  },
  {
    parameter: 'rate_from',
    list: {
      name: 'rate_changes',
      label: 'Rate changes',
      hint: 'The rate changes from this payment on, and the regular payment is recalculated.',
      addLabel: 'Add Rate Change',
      max: scenarioLimits.rateChanges,
    },
    fields: [
      { path: 'annual_interest_rate', kind: 'rate', label: 'New rate (%)', isRequired: true },
      { path: 'period', kind: 'period', label: 'From payment', isRequired: true },
    ],
    row: 'rates',
    summary: ({ rate_changes }, { rate }) =>
      rate_changes.map((change) => `${rate(change.annual_interest_rate)} from payment ${change.period}`),
    sentences: ({ rate_changes }, { rate }) =>
      rate_changes.map(
        (change) => `${rate(change.annual_interest_rate)} a year from payment ${change.period}.`,
      ),
  },
  {
    parameter: 'offset',
    fields: [
      {
        path: 'offset.balance',
        kind: 'amount',
        label: 'Offset account: balance',
        term: 'offset account',
        ifEmpty: '0',
      },
      {
        path: 'offset.deposit_per_period',
        kind: 'amount',
        label: 'Offset account: deposit',
        hint: 'Added to the offset account with every payment.',
      },
    ],
    row: 'offset',
    summary: ({ offset }, { aud }) => [
      offset.balance && `${aud(offset.balance)} in the offset account`,
      offset.deposit_per_period && `${aud(offset.deposit_per_period)} more each payment`,
    ],
    sentences: ({ offset: { balance, deposit_per_period: deposit } }, { aud }) => [
      (balance || deposit) &&
        `Offset account of ${aud(balance)}${deposit && `, ${aud(deposit)} more each payment`}.`,
    ],
  },
  {
    parameter: 'interest_only',
    fields: [
      {
        path: 'interest_only_periods',
        kind: 'payments',
        label: 'Interest-only payments',
        term: 'interest-only',
        hint: 'The number of these payments at the start of the loan, or for example 5 years.',
      },
    ],
    row: 'payments',
    summary: ({ interest_only_periods: periods }) => [periods && `${periods} interest-only`],
    sentences: ({ interest_only_periods: periods }) => [
      Number(periods) > 0 && `Interest only for ${count(Number(periods), 'payment')}.`,
    ],
  },
  {
    parameter: 'balloon',
    fields: [{ path: 'residual_amount', kind: 'amount', label: 'Balloon (residual)', term: 'balloon' }],
    row: 'payments',
    summary: ({ residual_amount }, { aud }) => [residual_amount && `balloon of ${aud(residual_amount)}`],
    sentences: ({ residual_amount }, { aud }) => [
      Number(residual_amount) > 0 && `Balloon of ${aud(residual_amount)}.`,
    ],
  },
  {
    parameter: 'fees',
    fields: [
      {
        path: 'fees.upfront',
        kind: 'amount',
        label: 'Upfront fee',
        hint: 'Paid once, when the loan is drawn.',
      },
      {
        path: 'fees.per_period',
        kind: 'amount',
        label: 'Fee per payment',
        hint: 'Paid in addition to every payment. It does not reduce the loan.',
      },
      {
        path: 'fees.per_year',
        kind: 'amount',
        label: 'Fee per year',
        hint: 'Paid with the last payment of each year. It does not reduce the loan.',
      },
    ],
    row: 'offset',
    summary: ({ fees }, { aud }) => [
      fees.upfront && `${aud(fees.upfront)} upfront fee`,
      fees.per_period && `${aud(fees.per_period)} fee a payment`,
      fees.per_year && `${aud(fees.per_year)} fee a year`,
    ],
    sentences: ({ fees }, { aud }) => {
      const texts = [
        fees.upfront && `${aud(fees.upfront)} upfront`,
        fees.per_period && `${aud(fees.per_period)} a payment`,
        fees.per_year && `${aud(fees.per_year)} a year`,
      ].filter(Boolean);
      return [texts.length > 0 && `Fees: ${texts.join(', ')}.`];
    },
  },
  {
    parameter: 'start',
    fields: [
      {
        path: 'start_date',
        kind: 'date',
        label: 'Start date',
        hint: 'The day on which the loan is drawn. It determines the date of every payment.',
      },
    ],
    row: 'dates',
    summary: ({ start_date }, { date }) => [start_date && `from ${date(start_date)}`],
    sentences: ({ start_date }, { date }) => [start_date && `Drawn on ${date(start_date)}.`],
  },
  {
    parameter: 'days',
    fields: [
      {
        path: 'day_count',
        kind: 'choice',
        label: 'Counting of days',
        hint: 'Equal: every period has the same length. Actual/365: interest for each day, which needs a start date and monthly compounding.',
        choices: { equal: 'Equal periods', actual_365: 'Actual/365' },
      },
    ],
    row: 'dates',
    summary: ({ day_count }) => [day_count === 'actual_365' && 'Actual/365'],
    sentences: ({ day_count }) => [day_count === 'actual_365' && 'Days counted as Actual/365.'],
  },
  {
    parameter: 'rates_from',
    isLocal: true,
    fields: [{ path: 'rates_from', kind: 'vintage', label: '' }],
  },
  {
    parameter: 'inflation',
    isLocal: true,
    fields: [
      {
        path: 'inflation_rate',
        kind: 'rate',
        label: 'Inflation (% a year)',
        term: 'inflation',
        hint: 'Our assumption for amounts in today’s money, which you can change. Nobody knows the future rate.',
        initial: defaultInflationPercent,
      },
    ],
    row: 'dates',
    summary: ({ inflation_rate }, { rate }) => [
      inflation_rate !== defaultInflationPercent && `inflation ${rate(inflation_rate)}`,
    ],
  },
];
