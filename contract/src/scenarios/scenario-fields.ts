/** The request schemas of the scenarios, with the rules that involve several fields. */
import { z } from 'zod';
import { compoundingFrequencies, loanLimits } from 'contract/loans/loans.constants.ts';
import { oneOf } from 'contract/fields.ts';
import { noCents } from 'contract/units.ts';
import { amount, day, listOf, optional, rate, wholeNumber } from 'contract/loans/loan-fields.ts';
import {
  atMost,
  dayCounts,
  paymentBases,
  paymentFrequencies,
  periodsOf,
  scenarioLimits,
} from './scenarios.constants.ts';

export const dueDate = z.iso.date().nullable();

export const comparisonRate = z
  .number()
  .nullable()
  .describe('In percent, to 2 decimals; null if no rate up to 1,000 % satisfies the definition.');

const period = (min = 1) => wholeNumber(min, scenarioLimits.maxPeriods);

const optionalList = <Schema extends z.ZodType>(entry: Schema, max: number) =>
  optional(listOf(entry, max), []).describe(`At most ${max} entries.`);

export const loanFields = {
  duration_months: wholeNumber(loanLimits.minDurationMonths, loanLimits.maxDurationMonths),
  annual_interest_rate: rate(),
  compounding_frequency: oneOf(compoundingFrequencies),
  payment_frequency: optional(oneOf(paymentFrequencies), 'monthly'),
};

export const fees = () =>
  optional(
    z.strictObject({
      upfront: optional(amount(), noCents),
      per_period: optional(amount(0, scenarioLimits.maxAmountPerPeriod), noCents),
      per_year: optional(amount(0, scenarioLimits.maxAmountPerPeriod), noCents).describe(
        'Charged with the last payment of each year of the loan, also of a last year with fewer payments.',
      ),
    }),
    { upfront: noCents, per_period: noCents, per_year: noCents },
  );

const scenarioFields = {
  total_loan_amount: amount(loanLimits.minAmount),
  ...loanFields,
  payment_basis: optional(oneOf(paymentBases), 'exact').describe(
    '`half_monthly`: half of the monthly payment each fortnight, or a quarter each week.',
  ),
  interest_only_periods: optional(wholeNumber(0, scenarioLimits.maxPeriods - 1), 0),
  residual_amount: optional(amount(), noCents).describe(
    'The balloon: the amount that is still owed after the last regular payment, and paid with it.',
  ),
  rate_changes: optionalList(
    z.strictObject({ period: period(2), annual_interest_rate: rate() }),
    scenarioLimits.rateChanges,
  ),
  lump_sums: optionalList(z.strictObject({ period: period(), amount: amount() }), scenarioLimits.lumpSums),
  offset: optional(
    z.strictObject({
      balance: amount(),
      deposit_per_period: optional(amount(0, scenarioLimits.maxAmountPerPeriod), noCents),
    }),
    { balance: noCents, deposit_per_period: noCents },
  ),
  fees: fees(),
  day_count: optional(oneOf(dayCounts), 'equal').describe(
    '`actual_365` needs a start date and monthly compounding.',
  ),
  start_date: optional(day(), undefined),
};

const extraPayments = optionalList(
  z.strictObject({
    amount: amount(),
    from_period: optional(period(), 1),
    to_period: optional(period(), undefined),
  }),
  scenarioLimits.extraPayments,
);

const PlainScenario = z.strictObject(scenarioFields);

/** Amounts are parsed to cents, rates to millionths of a percent. */
export const Scenario = z
  .strictObject({ ...scenarioFields, extra_payments: extraPayments })
  .superRefine((scenario, context) => {
    refuseConflicts(scenario, context);
    const periods = periodsOf(scenario);
    for (const [index, { from_period: from, to_period: to = periods }] of scenario.extra_payments.entries()) {
      const refuse = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: ['extra_payments', index, field], message });
      if (from > periods) refuse('from_period', atMost(periods));
      if (to > periods) refuse('to_period', atMost(periods));
      else if (to < from && from <= periods) refuse('to_period', `Must be at least ${from}.`);
    }
  })
  .meta({ id: 'Scenario' });
export type Scenario = z.output<typeof Scenario>;

/** The scenario for which `solveLoan` finds the extra payment. */
export const ScenarioWithoutExtraPayments = PlainScenario.superRefine(refuseConflicts).meta({
  id: 'ScenarioWithoutExtraPayments',
});
export type ScenarioWithoutExtraPayments = z.output<typeof ScenarioWithoutExtraPayments>;

/** Refuses values that conflict with other fields, each at the field whose rule is broken. */
function refuseConflicts(scenario: z.output<typeof PlainScenario>, context: z.RefinementCtx): void {
  const periods = periodsOf(scenario);
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: 'custom', path, message });

  if (scenario.payment_basis === 'half_monthly' && scenario.payment_frequency === 'monthly') {
    refuse(['payment_basis'], 'Must be exact with monthly payments.');
  }
  if (scenario.interest_only_periods >= periods) refuse(['interest_only_periods'], atMost(periods - 1));
  if (scenario.residual_amount >= scenario.total_loan_amount) {
    refuse(['residual_amount'], 'Must be less than the loan.');
  }
  if (scenario.day_count === 'actual_365' && scenario.start_date === undefined) {
    refuse(['day_count'], 'Needs a start date.');
  }
  if (scenario.day_count === 'actual_365' && scenario.compounding_frequency !== 'monthly') {
    refuse(['day_count'], 'Needs monthly compounding.');
  }
  for (const [index, change] of scenario.rate_changes.entries()) {
    const before = scenario.rate_changes[index - 1]?.period ?? 0;
    if (change.period > periods) refuse(['rate_changes', index, 'period'], atMost(periods));
    else if (change.period <= before) {
      refuse(['rate_changes', index, 'period'], `Must be later than the one before, ${before}.`);
    }
  }
  for (const [index, lumpSum] of scenario.lump_sums.entries()) {
    if (lumpSum.period > periods) refuse(['lump_sums', index, 'period'], atMost(periods));
  }
}
