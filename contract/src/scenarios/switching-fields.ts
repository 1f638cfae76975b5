/** The request schema of a comparison with offers, with the rules that involve several fields. */
import { z } from 'zod';
import { visibleLine } from 'contract/fields.ts';
import { noCents } from 'contract/units.ts';
import { amount, filledListOf, optional, rate, wholeNumber } from 'contract/loans/loan-fields.ts';
import { loanLimits } from 'contract/loans/loans.constants.ts';
import { switchingLimits } from './switching.constants.ts';
import { fees, Scenario } from './scenario-fields.ts';
import { atMost, periodsOf, scenarioLimits } from './scenarios.constants.ts';

const rateFields = {
  annual_interest_rate: rate(),
  fixed_periods: optional(wholeNumber(1, scenarioLimits.maxPeriods - 1), undefined).describe(
    'The number of payments at `annual_interest_rate`. `revert_rate` applies to later payments.',
  ),
  revert_rate: optional(rate(), undefined),
};

const Offer = z.strictObject({
  name: optional(visibleLine(switchingLimits.nameMaxLength), undefined),
  ...rateFields,
  duration_months: optional(
    wholeNumber(loanLimits.minDurationMonths, loanLimits.maxDurationMonths),
    undefined,
  ).describe('By default the months that the current loan has left.'),
  split: optional(
    z.strictObject({ amount: amount(loanLimits.minAmount), ...rateFields }),
    undefined,
  ).describe('A part of the debt as a second loan over the same months, with these terms.'),
  offset: optional(z.boolean(), true).describe(
    'Whether the offset account of the current loan is transferred to the offer.',
  ),
  switching_costs: optional(amount(), noCents).describe(
    'The costs on the day of the change: discharge, break cost, registration.',
  ),
  cashback: optional(amount(), noCents).describe('The amount received on the day of the change.'),
  fees: fees(),
});
export type OfferRequest = z.output<typeof Offer>;

export const SwitchBody = z
  .strictObject({
    current: Scenario.describe('The current loan: its balance today and the months left.'),
    offers: filledListOf(Offer, switchingLimits.offers),
  })
  .superRefine(({ current, offers }, context) => {
    for (const [index, offer] of offers.entries()) {
      const path = ['offers', index];
      const { duration_months = current.duration_months, split } = offer;
      const periods = periodsOf({ ...current, duration_months });
      refuseFixedPeriods(offer, periods, path, context);
      if (!split) continue;
      refuseFixedPeriods(split, periods, [...path, 'split'], context);
      if (split.amount >= current.total_loan_amount) {
        const message = 'Must be less than what is owed.';
        context.addIssue({ code: 'custom', path: [...path, 'split', 'amount'], message });
      }
    }
  })
  .meta({ id: 'SwitchLoan' });
export type SwitchBody = z.output<typeof SwitchBody>;

function refuseFixedPeriods(
  { fixed_periods, revert_rate }: Pick<OfferRequest, 'fixed_periods' | 'revert_rate'>,
  periods: number,
  path: (string | number)[],
  context: z.RefinementCtx,
): void {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [...path, field], message });
  if (fixed_periods === undefined) {
    if (revert_rate !== undefined) refuse('revert_rate', 'Needs fixed periods.');
  } else if (fixed_periods >= periods) refuse('fixed_periods', atMost(periods - 1));
  else if (revert_rate === undefined) refuse('fixed_periods', 'Needs a revert rate.');
}
