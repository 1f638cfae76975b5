/** The texts of a tool's result for people. */
import { formatAud } from 'contract/formats.ts';
import { count } from 'contract/counts.ts';
import { calculationMethod } from 'contract/calculations/method.ts';
import type { OperationName } from 'contract/operations.ts';
import type { RouteResponse } from 'contract/route.ts';
import { averageIgnores, type LoanKind, rateGapSentence } from 'contract/rate-gap/rate-gap.constants.ts';
import type { AreaRoute, RouteOf } from 'contract/routes.ts';
import { againstStaying } from 'contract/scenarios/switching.constants.ts';

export const instructions =
  'Exact figures about Australian loans, savings and pay. Amounts are Australian dollars (AUD), rates are percent a year, ' +
  'and figures are exact to the cent. Information only, not financial advice.';

export type Arguments = Readonly<Record<string, unknown>>;
type Sentences = {
  [Name in OperationName]?: (answer: RouteResponse<RouteOf<Name>>, input: Arguments) => string;
};

const payments: Readonly<Record<string, string>> = { fortnightly: 'Fortnightly', weekly: 'Weekly' };

const sentences: Sentences = {
  calculatePrincipal: ({ data }) =>
    `Monthly payment ${formatAud(data.calculated_monthly_payment)}, total interest ${formatAud(data.total_interest_paid)}.`,
  calculateScenario: ({ data }, { payment_frequency }) =>
    `${payments[String(payment_frequency)] ?? 'Monthly'} payment ${formatAud(data.payment)}, ` +
    `total interest ${formatAud(data.total_interest_paid)}, repaid with payment ${data.payoff_period}.`,
  stressScenario: ({ data }) =>
    data
      .map(({ added_rate, payment }) => `At ${added_rate} points more, payment ${formatAud(payment)}.`)
      .join(' '),
  solveLoan: ({ data }, { solve_for }) =>
    `The ${String(solve_for).replaceAll('_', ' ')} is ${formatAud(data.amount)}.`,
  calculateSavings: ({ data }) =>
    `Final balance ${formatAud(data.final_balance)}, total interest ${formatAud(data.total_interest)}.`,
  switchLoan: ({ data }) =>
    data.offers
      .map(
        ({ name, least, keep }) =>
          `${name} costs ${againstStaying(least.difference.total_cost, formatAud)} when paying the least, ` +
          `${againstStaying(keep.difference.total_cost, formatAud)} with today's payment.`,
      )
      .join(' '),
  compareRate: ({ data }, input) =>
    `${rateGapSentence(data, input as unknown as LoanKind)} ${averageIgnores}`,
  calculateTakeHomePay: ({ data }) =>
    `Take-home pay ${formatAud(data.net_income)} a year, ${formatAud(data.net_per.monthly)} a month, after ${formatAud(data.total_tax)} of tax${data.lines.some(({ key }) => key === 'study_loan') ? ' and study loan repayment' : ''}.`,
  calculateBuying: ({ data: { purchase, borrowing, largest } }) =>
    [
      purchase &&
        `Duty ${formatAud(purchase.duty.amount)}, cash needed on the day ${formatAud(purchase.cash_needed)}.`,
      borrowing && `Can be borrowed ${formatAud(borrowing.loan)}.`,
      largest?.price && `Largest price ${formatAud(largest.price)}.`,
      (purchase ?? largest?.purchase)?.duty.provisional &&
        'The duty is provisional, because the law of that day may differ.',
    ]
      .filter(Boolean)
      .join(' '),
  calculateStudyLoan: ({ data }) =>
    `${data.ends_in ? `Ends in ${data.ends_in}` : 'Does not end within 50 years'}, with ${formatAud(data.total_indexation)} of indexation.`,
  listTaxYears: ({ data }) => `${data[0]?.income_year} to ${data.at(-1)?.income_year}.`,
  listDatasets: ({ data }) => `${count(data.length, 'dataset')}.`,
  getDataset: ({ data }) => `${data.title}, ${data.first} to ${data.last}.`,
  listGlossary: ({ data }) => `${count(data.length, 'term')}.`,
  listCalculations: ({ totalCalculation }) => `${count(totalCalculation, 'saved calculation')}.`,
  listLoans: ({ data }) => `${count(data.length, 'followed loan')}.`,
  getCalculation: ({ calculation, changes }) =>
    `${calculation.name}, saved with method ${calculation.method}; ${count(changes.length, 'figure')} changed since.`,
};

/** The sentence of a response, in one line. */
export function sentenceOf(route: AreaRoute, answer: unknown, input: Arguments): string {
  const write = sentences[route.operation] as ((answer: unknown, input: Arguments) => string) | undefined;
  const figures = write?.(answer, input).replaceAll(/\s+/g, ' ') ?? `${route.summary}.`;
  const method = route.isCalculation ? `Method ${calculationMethod}. ` : '';
  return `${figures} ${method}Information only, not financial advice.`;
}
