import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import type { OfferRequest } from 'contract/scenarios/switching-fields.ts';
import type { RateMillionths } from 'contract/units.ts';
import * as fc from 'fast-check';
import { finish } from 'engine/slices.ts';
import { expect, it } from 'vitest';
import { exactOffer } from './exact-switching.ts';
import { anySwitch, equalOffer } from './offer-arbitraries.ts';
import { anyScenario } from './scenario-arbitraries.ts';
import { offerTerms } from 'engine/calculators/switch.ts';
import { calculateScenario } from 'engine/schedules/scenario.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { interestCentsAt, type Schedule } from 'engine/schedules/schedule.ts';
import { breakEvenRow, compareOffer, costsOfStaying, type OfferCosts } from 'engine/calculators/switching.ts';

const compare = (current: ScenarioTerms, offer: OfferRequest) =>
  finish(compareOffer(costsOfStaying(current), offerTerms(current, offer)));

/** Checks every random switch, for both ways of paying. */
function always(
  check: (way: OfferCosts, which: 'least' | 'keep', terms: ScenarioTerms, offer: OfferRequest) => void,
) {
  fc.assert(
    fc.property(anySwitch, ({ current, offer }) => {
      const compared = compare(current, offer);
      check(compared.least, 'least', current, offer);
      check(compared.keep, 'keep', current, offer);
    }),
    { numRuns: 25 },
  );
}

const columnsOf = ({ length, ...schedule }: Schedule) => ({
  length,
  payments: schedule.paymentCents.slice(0, length + 1),
  balances: schedule.balanceCents.slice(0, length + 1),
  totalInterestCents: schedule.totalInterestCents,
});

const figuresOf = ({ schedule, paymentCents, totalCostCents, costDifferenceCents }: OfferCosts) => ({
  paymentCents,
  totalCostCents,
  interest: Array.from({ length: schedule.length }, (_, index) => interestCentsAt(schedule, index + 1)),
  balances: Array.from(schedule.balanceCents.subarray(1, schedule.length + 1)),
  costDifferences: Array.from(costDifferenceCents),
});

const balanceAt = ({ balanceCents, length }: Schedule, row: number) =>
  row <= length ? balanceCents[row]! : 0;

it('compareOffer equals the exact reference in every figure and row', () => {
  fc.assert(
    fc.property(anySwitch, ({ current, offer }) => {
      const exact = exactOffer(current, offer);
      const { least, keep, comparisonRatePercent } = compare(current, offer);
      expect({ least: figuresOf(least), keep: figuresOf(keep), comparisonRatePercent }).toEqual(exact);
    }),
    { numRuns: 20 },
  );
});

it('an offer that equals the current loan has a difference of 0.00 in every row', () => {
  fc.assert(
    fc.property(anyScenario, fc.nat({ max: 50_000 }), (any, extraCents) => {
      const plain: ScenarioTerms = {
        ...any,
        interestOnlyPeriods: 0,
        residualCents: 0,
        rateChanges: [],
        extraPayments: [],
      };
      const { least, keep } = compare(plain, equalOffer(plain));
      const toPeriod = periodCount(plain.durationMonths, plain.paymentFrequency);
      const paysMore = {
        ...plain,
        extraPayments: [{ amountCents: extraCents, fromPeriod: 1, toPeriod }],
      };
      const { keep: keepWithExtra } = compare(paysMore, equalOffer(plain));
      for (const way of [least, keep, keepWithExtra]) {
        expect(way.costDifferenceCents.every((cents) => cents === 0)).toBe(true);
        expect(way.paidDifferenceCents.every((cents) => cents === 0)).toBe(true);
        expect(breakEvenRow(way.costDifferenceCents)).toBeNull();
      }
    }),
    { numRuns: 25 },
  );
});

it('the schedule of a split is the sum of two scenarios', () => {
  always((way, which, current, offer) => {
    if (which === 'keep' || !offer.split) return;
    const { main, split } = offerTerms(current, offer);
    const { schedule: one } = calculateScenario(main);
    const { schedule: other } = calculateScenario(split!);
    const sum = (column: 'paymentCents' | 'balanceCents') =>
      Float64Array.from({ length: way.schedule.length + 1 }, (_, i) => one[column][i]! + other[column][i]!);
    expect(columnsOf(way.schedule)).toEqual({
      length: Math.max(one.length, other.length),
      payments: sum('paymentCents'),
      balances: sum('balanceCents'),
      totalInterestCents: one.totalInterestCents + other.totalInterestCents,
    });
    expect(one.balanceCents[0]! + other.balanceCents[0]!).toBe(current.principalCents);
  });
});

it('the way “keep” continues the current payment until the last row', () => {
  always(({ schedule }, which, current, offer) => {
    if (which === 'least' || offer.split || current.dayCount === 'actual_365') return;
    const { paymentCents: today } = costsOfStaying(current);
    for (let period = 1; period < schedule.length; period++) {
      // Interest, both balances and today's payment are rounded to the cent, each by up to half a cent.
      expect(schedule.paymentCents[period]).toBeGreaterThanOrEqual(today - 2);
    }
  });
});

it('paid minus cost is the difference of balances in every row, and both end in the difference of totals', () => {
  always(({ costDifferenceCents, paidDifferenceCents, schedule, totalCostCents }, _which, current) => {
    const stay = costsOfStaying(current);
    for (const [row, paidCents] of paidDifferenceCents.entries()) {
      expect(paidCents - costDifferenceCents[row]!).toBe(
        balanceAt(stay.schedule, row) - balanceAt(schedule, row),
      );
    }
    const total = totalCostCents - stay.totalCostCents;
    expect([costDifferenceCents.at(-1), paidDifferenceCents.at(-1)]).toEqual([total, total]);
  });
});

it('breakEvenRow finds the first row from which the offer stays cheaper', () => {
  always(({ costDifferenceCents: differences }) => {
    const rows = Array.from(differences.keys());
    const first = rows.find((row) => differences.slice(row).every((cents) => cents < 0));
    expect(breakEvenRow(differences)).toBe(first ?? null);
  });
});

it('noBetterRateHundredths is the lowest rate at which the offer is no better than staying', () => {
  always(({ noBetterRateHundredths: hundredths }, which, current, offer) => {
    const stay = costsOfStaying(current);
    const isBetter = (rate: number) => {
      const at = { ...offer, annual_interest_rate: (rate * 10_000) as RateMillionths };
      return finish(compareOffer(stay, offerTerms(current, at)))[which].totalCostCents < stay.totalCostCents;
    };
    const highest = 3_000;
    const limit = hundredths ?? highest + 1;
    expect(limit > highest || !isBetter(limit)).toBe(true);
    expect(limit === 0 || isBetter(limit - 1)).toBe(true);
  });
});

it('an offer does not have the interest-only periods, residual, rate changes and fees of the current loan', () => {
  fc.assert(
    fc.property(anySwitch, ({ current, offer }) => {
      const { main: terms } = offerTerms(current, offer);
      expect(terms).toMatchObject({ interestOnlyPeriods: 0, residualCents: 0, extraPayments: [] });
      expect(terms.fees).toEqual({ upfrontCents: 0, perPeriodCents: 0, perYearCents: 0 });
      expect(terms.rateChanges).toHaveLength(offer.fixed_periods ? 1 : 0);
      const periods = periodCount(terms.durationMonths, terms.paymentFrequency);
      expect(terms.lumpSums.every(({ period }) => period <= periods)).toBe(true);
    }),
    { numRuns: 15 },
  );
});
