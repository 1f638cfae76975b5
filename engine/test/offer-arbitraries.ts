/** Random offers for random loans, with each option alone and with several together. */
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import type { OfferRequest } from 'contract/scenarios/switching-fields.ts';
import { type Cents, noCents, type RateMillionths } from 'contract/units.ts';
import * as fc from 'fast-check';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { anyScenario } from './scenario-arbitraries.ts';

const rate = fc.oneof(
  fc.integer({ min: 0, max: 3_000 }).map((hundredths) => hundredths * 10_000),
  fc.integer({ min: 0, max: 30_000_000 }),
);
/** A share of the whole, in millionths. */
const share = fc.oneof(fc.integer({ min: 0, max: 999_999 }), fc.constantFrom(0, 999_999));
/** Two in three values are undefined. */
const optional = <Value>(arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

/** Most rates are close to the current one, so that the better choice is not obvious. */
const rateTerms = fc.record({
  nearby: fc.oneof(
    fc.integer({ min: -150, max: 150 }).map((hundredths) => hundredths * 10_000),
    fc.constant(undefined),
  ),
  rate,
  fixed: optional(fc.record({ place: share, revert: rate })),
});
const offer = fc.record({
  own: rateTerms,
  split: optional(fc.record({ share, terms: rateTerms })),
  months: fc.oneof(
    fc.constant(undefined),
    fc.integer({ min: 2, max: 360 }),
    fc.integer({ min: 2, max: 600 }),
  ),
  takesOffset: fc.boolean(),
  change: fc.oneof(fc.constant(0), fc.integer({ min: -400_000, max: 400_000 })),
  upfront: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 200_000 })),
  perPeriod: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 3_000 })),
  perYear: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 60_000 })),
});
type Offer = typeof offer extends fc.Arbitrary<infer Value> ? Value : never;

export const anySwitch: fc.Arbitrary<{ current: ScenarioTerms; offer: OfferRequest }> = fc
  .tuple(anyScenario, offer)
  .map(([current, offerTerms]) => ({ current, offer: offerFor(current, offerTerms) }));

export function sampleSwitches(
  count: number,
  seed: number,
): { current: ScenarioTerms; offer: OfferRequest }[] {
  return fc.sample(anySwitch, { numRuns: count, seed });
}

/** An offer with the same terms as the current loan. */
export function equalOffer({ annualRateMillionths, durationMonths, fees }: ScenarioTerms): OfferRequest {
  return {
    name: undefined,
    annual_interest_rate: annualRateMillionths as RateMillionths,
    fixed_periods: undefined,
    revert_rate: undefined,
    duration_months: durationMonths,
    split: undefined,
    offset: true,
    switching_costs: noCents,
    cashback: noCents,
    fees: {
      upfront: fees.upfrontCents as Cents,
      per_period: fees.perPeriodCents as Cents,
      per_year: fees.perYearCents as Cents,
    },
  };
}

function offerFor(current: ScenarioTerms, offerTerms: Offer): OfferRequest {
  const durationMonths = offerTerms.months ?? current.durationMonths;
  const periods = periodCount(durationMonths, current.paymentFrequency);
  const termsOf = ({ nearby, rate: any, fixed }: Offer['own']) => ({
    annual_interest_rate: (nearby === undefined
      ? any
      : Math.min(Math.max(current.annualRateMillionths + nearby, 0), 30_000_000)) as RateMillionths,
    fixed_periods: fixed && 1 + Math.floor(((periods - 1) * fixed.place) / 1e6),
    revert_rate: fixed?.revert as RateMillionths | undefined,
  });
  const splitCents = Math.ceil((current.principalCents * (offerTerms.split?.share ?? 0)) / 1e6);
  return {
    name: undefined,
    ...termsOf(offerTerms.own),
    duration_months: durationMonths,
    split:
      offerTerms.split && current.principalCents > 1
        ? {
            ...termsOf(offerTerms.split.terms),
            amount: Math.min(Math.max(splitCents, 1), current.principalCents - 1) as Cents,
          }
        : undefined,
    offset: offerTerms.takesOffset,
    switching_costs: Math.max(offerTerms.change, 0) as Cents,
    cashback: Math.max(-offerTerms.change, 0) as Cents,
    fees: {
      upfront: offerTerms.upfront as Cents,
      per_period: offerTerms.perPeriod as Cents,
      per_year: offerTerms.perYear as Cents,
    },
  };
}
