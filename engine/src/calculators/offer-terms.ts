import type { OfferRequest } from 'contract/scenarios/switching-fields.ts';
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import type { Offer } from './offers.ts';
import { feesOf } from './scenario.ts';
import { noFees } from 'engine/schedules/fees.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';

/** The parts of an offer do not inherit these options of the current loan. Fees are due once, not for each part. */
const noOptions = {
  interestOnlyPeriods: 0,
  residualCents: 0,
  extraPayments: [],
  lumpSums: [],
  offset: { balanceCents: 0, depositPerPeriodCents: 0 },
  fees: noFees,
};

/** An offer of the request in the engine's terms. */
export function offerTerms(current: ScenarioTerms, offer: OfferRequest): Offer {
  const { split, fees, duration_months: durationMonths = current.durationMonths } = offer;
  const periods = periodCount(durationMonths, current.paymentFrequency);
  return {
    main: {
      ...partTerms({ ...current, durationMonths }, current.principalCents - (split?.amount ?? 0), offer),
      lumpSums: current.lumpSums.filter(({ period }) => period <= periods),
      offset: offer.offset ? current.offset : noOptions.offset,
    },
    split: split && partTerms({ ...current, durationMonths }, split.amount, split),
    fees: feesOf(fees),
    changeCents: offer.switching_costs - offer.cashback,
  };
}

const partTerms = (
  current: ScenarioTerms,
  principalCents: number,
  rates: Pick<OfferRequest, 'annual_interest_rate' | 'fixed_periods' | 'revert_rate'>,
): ScenarioTerms => ({
  ...current,
  ...noOptions,
  principalCents,
  annualRateMillionths: rates.annual_interest_rate,
  rateChanges:
    rates.fixed_periods === undefined || rates.revert_rate === undefined
      ? []
      : [{ period: rates.fixed_periods + 1, annualRateMillionths: rates.revert_rate }],
});
