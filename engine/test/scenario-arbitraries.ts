/** Random scenarios over the whole input range, with each option alone and with several together. */
import {
  dayCounts,
  paymentFrequencies,
  periodCount,
  scenarioLimits,
} from 'contract/scenarios/scenarios.constants.ts';
import * as fc from 'fast-check';
import { type LoanTerms, withoutOptions } from 'engine/calculators/loan.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { crampedLoan, hardLoan } from './loan-arbitraries.ts';

/** Loans of usual size, including short ones. */
const everydayLoan: fc.Arbitrary<LoanTerms> = fc.record({
  principalCents: fc.integer({ min: 100_000, max: 100_000_000 }),
  durationMonths: fc.oneof(fc.integer({ min: 2, max: 360 }), fc.integer({ min: 2, max: 24 })),
  annualRateMillionths: fc.integer({ min: 0, max: 80 }).map((eighths) => eighths * 125_000),
  compounding: fc.constantFrom('monthly', 'daily', 'yearly'),
});

/** Loans of a few cents, in which rounding dominates. */
const tinyLoan: fc.Arbitrary<LoanTerms> = fc.record({
  principalCents: fc.integer({ min: 1, max: 3_000 }),
  durationMonths: fc.integer({ min: 2, max: 60 }),
  annualRateMillionths: fc.constantFrom(0, 0, 1, 6_000_000, 12_000_000, 24_000_000, 30_000_000),
  compounding: fc.constantFrom('monthly', 'daily', 'yearly'),
});

const anyLoan = fc.oneof(
  { weight: 5, arbitrary: everydayLoan },
  { weight: 2, arbitrary: hardLoan },
  { weight: 2, arbitrary: crampedLoan },
  { weight: 2, arbitrary: tinyLoan },
);

/** Most scenarios do not have the option. */
const seldom = <Value>(arbitrary: fc.Arbitrary<Value>, none: Value, weight = 1) =>
  fc.oneof({ weight: 2, arbitrary: fc.constant(none) }, { weight, arbitrary });

/** A share of the whole in millionths: mostly small, sometimes more than the whole. */
const part = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 10_000 }) },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 1_000_000 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1_000_000, 1_200_000) },
);

/** A period as a fraction of N in millionths: anywhere, or at either end. */
const place = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 999_999 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 999_999) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 60_000 }) },
);

const rate = fc.oneof(
  fc.integer({ min: 0, max: 120 }).map((quarters) => quarters * 250_000),
  fc.integer({ min: 0, max: 30_000_000 }),
);

const options = fc.record({
  paymentFrequency: fc.constantFrom(...paymentFrequencies),
  isHalfMonthly: fc.boolean(),
  interestOnly: seldom(place, 0),
  residual: seldom(part, 0),
  rateChanges: seldom(
    fc.oneof(
      { weight: 6, arbitrary: fc.array(fc.record({ place, rate }), { maxLength: 5 }) },
      { weight: 1, arbitrary: fc.array(fc.record({ place, rate }), { minLength: 60, maxLength: 120 }) },
    ),
    [],
  ),
  extraPayments: seldom(
    fc.array(fc.record({ part, from: place, to: place, isOneCent: fc.constantFrom(false, false, true) }), {
      maxLength: 4,
    }),
    [],
    2,
  ),
  lumpSums: seldom(fc.array(fc.record({ part, place }), { maxLength: 6 }), []),
  offset: seldom(fc.record({ balance: part, deposit: part }), { balance: 0, deposit: 0 }),
  upfront: seldom(part, 0),
  feePerPeriod: seldom(fc.integer({ min: 0, max: 3_000 }), 0),
  feePerYear: seldom(fc.integer({ min: 0, max: 60_000 }), 0),
  dayCount: fc.constantFrom(...dayCounts, 'equal' as const),
  startDate: seldom(
    fc
      .integer({ min: -25_567, max: 47_846 })
      .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10)),
    undefined,
    2,
  ),
});
type Options = typeof options extends fc.Arbitrary<infer Value> ? Value : never;

const none: Options = {
  paymentFrequency: 'monthly',
  isHalfMonthly: false,
  interestOnly: 0,
  residual: 0,
  rateChanges: [],
  extraPayments: [],
  lumpSums: [],
  offset: { balance: 0, deposit: 0 },
  upfront: 0,
  feePerPeriod: 0,
  feePerYear: 0,
  dayCount: 'equal',
  startDate: undefined,
};

/** All options at once, or one of them alone. */
const someOptions = fc.oneof(
  { weight: 3, arbitrary: options },
  {
    weight: 2,
    arbitrary: fc
      .tuple(options, fc.constantFrom(...(Object.keys(none) as (keyof Options)[])))
      .map(([chosen, name]) => ({ ...none, [name]: chosen[name] })),
  },
);

export const anyScenario: fc.Arbitrary<ScenarioTerms> = fc
  .tuple(anyLoan, someOptions)
  .map(([loan, chosen]) => withOptions(loan, chosen));

export function sampleScenarios(count: number, seed: number): ScenarioTerms[] {
  return fc.sample(anyScenario, { numRuns: count, seed });
}

function withOptions(loan: LoanTerms, chosen: Options): ScenarioTerms {
  const { principalCents, durationMonths } = loan;
  const periods = periodCount(durationMonths, chosen.paymentFrequency);
  const at = (millionths: number) => 1 + Math.floor((millionths / 1e6) * periods);
  const partOf = (millionths: number, maxCents = 1e14) =>
    Math.min(Math.round((principalCents * millionths) / 1e6), maxCents);
  const changes = new Map(chosen.rateChanges.map((change) => [Math.max(at(change.place), 2), change.rate]));
  const perPeriodMaxCents = scenarioLimits.maxAmountPerPeriod * 100;
  const isActual = chosen.dayCount === 'actual_365' && chosen.startDate !== undefined;
  return {
    ...withoutOptions(loan),
    ...(isActual && { compounding: 'monthly', dayCount: 'actual_365' }),
    paymentFrequency: chosen.paymentFrequency,
    paymentBasis: chosen.isHalfMonthly && chosen.paymentFrequency !== 'monthly' ? 'half_monthly' : 'exact',
    interestOnlyPeriods: Math.min(at(chosen.interestOnly), periods) - 1,
    residualCents: Math.min(partOf(chosen.residual), principalCents - 1),
    rateChanges: [...changes]
      .toSorted(([one], [other]) => one - other)
      .map(([period, annualRateMillionths]) => ({ period, annualRateMillionths })),
    extraPayments: chosen.extraPayments.map(({ part: share, from, to, isOneCent }) => ({
      amountCents: isOneCent ? 1 : partOf(share),
      fromPeriod: Math.min(at(from), at(to)),
      toPeriod: Math.max(at(from), at(to)),
    })),
    lumpSums: chosen.lumpSums.map(({ part: share, place: when }) => ({
      period: at(when),
      amountCents: partOf(share),
    })),
    offset: {
      balanceCents: partOf(chosen.offset.balance),
      depositPerPeriodCents: partOf(Math.floor(chosen.offset.deposit / 50), perPeriodMaxCents),
    },
    fees: {
      upfrontCents: partOf(chosen.upfront),
      perPeriodCents: chosen.feePerPeriod,
      perYearCents: chosen.feePerYear,
    },
    startDate: chosen.startDate,
  };
}
