import { calculationInputs } from 'contract/calculations/calculations.ts';
import type { Calculation } from 'contract/calculations/calculations.ts';
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { ResponseOf } from '#api/call.ts';
import { periodNames } from 'contract/scenarios/frequency-texts.ts';
import { termsText } from '#parts/calculator/saved/terms-text.ts';
import { monthlyBalances } from '#parts/chart/monthly-balances.ts';
import { formatAud, formatDuration } from '#parts/format/format.ts';

type Computed = ResponseOf<'getCalculation'>;

const maxCompared = 4;

/** Calculations of one group have the same figures. */
const groups: Partial<Record<Calculation['kind'], 'loan' | 'savings'>> = {
  loan: 'loan',
  scenario: 'loan',
  savings: 'savings',
};

/** Why a calculation that has a group cannot be compared with the chosen ones. */
export function refusalOf(chosen: readonly Calculation[], { kind }: Calculation): string | undefined {
  const [first] = chosen;
  if (first && groups[first.kind] !== groups[kind])
    return 'Loans are compared with loans, and savings with savings.';
  return chosen.length >= maxCompared ? `At most ${maxCompared} are compared.` : undefined;
}

export const isComparable = ({ kind }: Calculation) => groups[kind] !== undefined;

export const comparedLabels = ({ kind }: Calculation): readonly string[] =>
  kind === 'savings'
    ? ['Terms', 'Deposits', 'Interest earned', 'Final balance']
    : ['Terms', 'Payment', 'Total interest', 'Paid in all', 'Paid off in'];

/** In the order of the labels, from the result by the current method. */
export function comparedFigures({ calculation, result }: Computed): string[] {
  const { kind, input } = calculation;
  const terms = termsText(kind, input);
  if ('final_balance' in result) {
    const { total_deposits, total_interest, final_balance } = result;
    return [terms, ...[total_deposits, total_interest, final_balance].map(formatAud)];
  }
  if (!('amortization_schedule' in result)) return [terms];
  const { frequency, changes } = paymentsOf(calculation);
  const periods = result.amortization_schedule.length;
  return [
    terms,
    `${formatAud(result.calculated_monthly_payment)} a ${periodNames[frequency]}${changes ? ' at first' : ''}`,
    formatAud(result.total_interest_paid),
    formatAud(result.total_payments_made),
    formatDuration(Math.ceil((12 * periods) / periodsPerYear[frequency])),
  ];
}

/** The payment frequency of a loan, and whether the payment amount changes during its term. */
function paymentsOf({ kind, input }: Calculation) {
  if (kind !== 'scenario') return { frequency: 'monthly', changes: false } as const;
  const { payment_frequency, interest_only_periods, rate_changes } = calculationInputs.scenario.parse(input);
  return { frequency: payment_frequency, changes: interest_only_periods > 0 || rate_changes.length > 0 };
}

/** The balance at the start and at the end of each month. */
export function balancesOf({ calculation, result }: Computed): number[] {
  if ('final_balance' in result) {
    const { opening_balance } = calculationInputs.savings.parse(calculation.input);
    return [opening_balance / 100, ...result.schedule.map(({ balance }) => balance)];
  }
  if (!('amortization_schedule' in result)) return [];
  const { input_total_loan_amount: amount, amortization_schedule: rows } = result;
  return monthlyBalances(amount, rows, periodsPerYear[paymentsOf(calculation).frequency]);
}
