/**
 * The options of a scenario. A row of the table is all that links, forms, summaries and sentences need to know about
 * an option; the schemas of the request and the engine compute with it. No zod, because screens load this file.
 */
import { count } from 'contract/counts.ts';
import type { LoanRequest } from 'contract/loans/loans.ts';
import { paymentTexts, periodNames } from './frequency-texts.ts';
import type { Scenario } from './scenario-fields.ts';
import { scenarioLimits } from './scenarios.constants.ts';

/** The type of the texts from which a value is read. */
type Texts<Value> = Value extends undefined
  ? never
  : Value extends number
    ? string
    : Value extends string
      ? string extends Value
        ? string
        : Value
      : { [Name in keyof Value]: Texts<Value[Name]> };

/** The options as text, as forms and links have them. Empty ones are not sent. */
export interface ScenarioInputs extends Texts<Omit<Scenario, keyof LoanRequest>> {
  /** In percent a year; used on the page only. */
  inflation_rate: string;
  /** The vintage of the cash rate that the rates follow; empty for other rates. */
  rates_from: string;
}

/** The options that can be repeated. */
export type ListName = 'extra_payments' | 'lump_sums' | 'rate_changes';

/** Formats the texts of fields. */
export interface OptionFormats {
  aud: (amount: string) => string;
  rate: (percent: string) => string;
  date: (day: string) => string;
}

type OptionTexts = (options: ScenarioInputs, formats: OptionFormats) => readonly (string | false)[];

/** How the text of a field is read. `payments` is a number of payments, which may be entered as a duration. */
type OptionKind = 'amount' | 'rate' | 'payments' | 'period' | 'date' | 'choice' | 'vintage';

export interface OptionField {
  /** The path in the request, or in an entry of a list. */
  path: string;
  kind: OptionKind;
  label: string;
  hint?: string;
  /** The glossary term whose meaning precedes the hint. */
  term?: string;
  /** The values of a choice, with their labels. The first is the default. */
  choices?: Readonly<Record<string, string>>;
  initial?: string;
  /** Sent in place of an empty text while another field of the option has one. */
  ifEmpty?: string;
  /** Whether an entry is sent only with this field. */
  isRequired?: boolean;
}

/** The rows of the form to which options belong. */
type OptionRowName = 'extra' | 'lump' | 'rates' | 'offset' | 'payments' | 'dates';

export interface ScenarioOption {
  /** The name of the URL's parameter, whose value has the fields in order, joined by colons. */
  parameter: string;
  /** Each entry has a parameter of its own. */
  list?: { name: ListName; label: string; hint?: string; term?: string; addLabel: string; max: number };
  fields: readonly OptionField[];
  /** Not sent with a calculation. */
  isLocal?: boolean;
  /** Undefined for an option that no row of the form contains. */
  row?: OptionRowName;
  /** The short texts of a closed row of the form. */
  summary?: OptionTexts;
  /** Sentences for print and comparisons. */
  sentences?: OptionTexts;
}

const partOfMonth = ({ payment_frequency }: ScenarioInputs) =>
  payment_frequency === 'weekly' ? 'a quarter' : 'half';

export const defaultInflationPercent = '2.5';

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
    ],
    row: 'extra',
    summary: ({ extra_payments, payment_frequency }, { aud }) =>
      extra_payments.map(({ amount, from_period: from, to_period: to }) => {
        const each = `${aud(amount)} a ${periodNames[payment_frequency]}`;
        if (from && to) return `${each}, payments ${from} to ${to}`;
        if (from) return `${each} from payment ${from}`;
        return to ? `${each} to payment ${to}` : each;
      }),
    sentences: ({ extra_payments }, { aud }) =>
      extra_payments.map(
        ({ amount, from_period, to_period }) =>
          `${aud(amount)} extra with each payment from ${from_period || 1}${to_period && ` to ${to_period}`}.`,
      ),
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

export const initialOf = ({ initial = '', choices }: OptionField): string =>
  choices ? Object.keys(choices)[0]! : initial;

/** Stores a value at a path such as `fees.per_year`. */
export function setAt(values: object, path: string, value: unknown): void {
  const [name = '', nested] = path.split('.');
  if (nested === undefined) Object.assign(values, { [name]: value });
  else
    Object.assign(values, {
      [name]: { ...(Reflect.get(values, name) as object | undefined), [nested]: value },
    });
}

export function textAt(options: object, path: string): string {
  const [name = '', nested] = path.split('.');
  const value: unknown = Reflect.get(options, name);
  return String(nested === undefined ? value : Reflect.get(value as object, nested));
}

function emptyOptions(): ScenarioInputs {
  const empty = {};
  for (const { list, fields } of scenarioOptions) {
    if (list) setAt(empty, list.name, []);
    else for (const field of fields) setAt(empty, field.path, initialOf(field));
  }
  return empty as ScenarioInputs;
}

export const emptyScenario = emptyOptions();
