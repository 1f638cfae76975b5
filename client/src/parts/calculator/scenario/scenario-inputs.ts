import {
  periodCount,
  type DayCount,
  type PaymentBasis,
  type PaymentFrequency,
} from 'contract/scenarios/scenarios.constants.ts';
import type { LoanRequestInput } from 'contract/loans/loans.ts';
import { emptyInputs } from '#parts/calculator/loan/loan-inputs.ts';
import { defaultInflationPercent } from '#parts/calculator/default-inflation.ts';

/** A new entry of each option that can be repeated. */
export const emptyEntries = {
  rate_changes: { period: '', annual_interest_rate: '' },
  extra_payments: { amount: '', from_period: '', to_period: '' },
  lump_sums: { period: '', amount: '' },
};

type Entries = typeof emptyEntries;

export type ListName = keyof Entries;

/**
 * The inputs of the scenario form as typed: the API's fields besides the calculator's four. Empty ones are not sent.
 */
export interface ScenarioInputs {
  payment_frequency: PaymentFrequency;
  payment_basis: PaymentBasis;
  interest_only_periods: string;
  residual_amount: string;
  rate_changes: Entries['rate_changes'][];
  extra_payments: Entries['extra_payments'][];
  lump_sums: Entries['lump_sums'][];
  offset: { balance: string; deposit_per_period: string };
  fees: { upfront: string; per_period: string; per_year: string };
  day_count: DayCount;
  start_date: string;
  /** The inflation rate in percent a year; used on the page only, never sent. */
  inflation_rate: string;
  /** The vintage of the cash rate that the rates follow; empty for other rates. Never sent with a calculation. */
  rates_from: string;
}

export const emptyScenario: ScenarioInputs = {
  payment_frequency: 'monthly',
  payment_basis: 'exact',
  interest_only_periods: '',
  residual_amount: '',
  rate_changes: [],
  extra_payments: [],
  lump_sums: [],
  offset: { balance: '', deposit_per_period: '' },
  fees: { upfront: '', per_period: '', per_year: '' },
  day_count: 'equal',
  start_date: '',
  inflation_rate: defaultInflationPercent,
  rates_from: '',
};

/** The terms of a scenario: the loan and its options. */
export interface ScenarioTerms {
  loan: LoanRequestInput;
  options: ScenarioInputs;
}

/** The maximum number of scenarios to compare with the current one. */
export const maxComparedScenarios = 2;

const isComplete = {
  rate_changes: (entry: Entries['rate_changes']) => entry.period !== '' && entry.annual_interest_rate !== '',
  extra_payments: (entry: Entries['extra_payments']) => entry.amount !== '',
  lump_sums: (entry: Entries['lump_sums']) => entry.period !== '' && entry.amount !== '',
};

/** The request's body; incomplete entries are left out. */
export function scenarioOf({ loan, options }: ScenarioTerms) {
  const { offset, fees } = options;
  return {
    ...loan,
    payment_frequency: options.payment_frequency,
    payment_basis: options.payment_basis,
    interest_only_periods: valueOrNull(options.interest_only_periods),
    residual_amount: valueOrNull(options.residual_amount),
    rate_changes: options.rate_changes.filter(isComplete.rate_changes),
    extra_payments: options.extra_payments.filter(isComplete.extra_payments).map((extra) => ({
      amount: extra.amount,
      from_period: valueOrNull(extra.from_period),
      to_period: valueOrNull(extra.to_period),
    })),
    lump_sums: options.lump_sums.filter(isComplete.lump_sums),
    offset:
      offset.balance || offset.deposit_per_period
        ? { balance: offset.balance || '0', deposit_per_period: valueOrNull(offset.deposit_per_period) }
        : null,
    fees: {
      upfront: valueOrNull(fees.upfront),
      per_period: valueOrNull(fees.per_period),
      per_year: valueOrNull(fees.per_year),
    },
    day_count: options.day_count,
    start_date: valueOrNull(options.start_date),
  };
}

const valueOrNull = (text: string) => (text === '' ? null : text);

/** The form's path of a refused field. Incomplete entries were not sent, so the indexes in the API's path differ. */
export function formPath(wirePath: string, options: ScenarioInputs): string {
  const [list, index, ...rest] = wirePath.split('.');
  const { rate_changes, extra_payments, lump_sums } = options;
  const sentIndexes = new Map([
    ['rate_changes', indexesOf(rate_changes, isComplete.rate_changes)],
    ['extra_payments', indexesOf(extra_payments, isComplete.extra_payments)],
    ['lump_sums', indexesOf(lump_sums, isComplete.lump_sums)],
  ]);
  const sent = sentIndexes.get(list ?? '')?.[Number(index)];
  return sent === undefined ? wirePath : [list, sent, ...rest].join('.');
}

function indexesOf<Entry>(entries: Entry[], isSent: (entry: Entry) => boolean): number[] {
  return entries.flatMap((entry, index) => (isSent(entry) ? [index] : []));
}

/** The number of regular payments; null for an invalid duration. */
export function paymentsOf({ loan, options }: ScenarioTerms): number | null {
  const months = Number(loan.duration_months);
  return Number.isInteger(months) && months > 0 ? periodCount(months, options.payment_frequency) : null;
}

/** Whether an option changes the loan. Incomplete entries do not count. */
export function hasOptions(options: ScenarioInputs): boolean {
  const bodyOf = (of: ScenarioInputs) => JSON.stringify(scenarioOf({ loan: emptyInputs, options: of }));
  return bodyOf(options) !== bodyOf(emptyScenario);
}
