/**
 * Compares random switches with the exact reference, figure by figure and row by row.
 *
 *     npx tsx bench/engine/switch-exactness.ts [switches] [seed]
 *
 * The default of 20,000 takes an hour or more. Ends with code 1 if anything differs.
 */
import { interestCentsAt } from 'engine/schedules/schedule.ts';
import { compareOffer, costsOfStaying, type OfferCosts } from 'engine/calculators/switching.ts';
import { offerTerms } from 'engine/calculators/switch.ts';
import { finish } from 'engine/slices.ts';
import { exactOffer } from 'engine/test/exact-switching.ts';
import { sampleSwitches } from 'engine/test/offer-arbitraries.ts';
import { type Cell, compareCells } from './compare-cells.ts';

compareCells({
  noun: 'switches',
  count: 20_000,
  sample: sampleSwitches,
  expected: ({ current, offer }) => cellsOf(exactOffer(current, offer)),
  actual: ({ current, offer }) => {
    const terms = offerTerms(current, offer);
    const { least, keep, comparisonRatePercent } = finish(compareOffer(costsOfStaying(current), terms));
    return cellsOf({ least: figuresOf(least), keep: figuresOf(keep), comparisonRatePercent });
  },
});

interface Compared {
  least: ReturnType<typeof figuresOf>;
  keep: ReturnType<typeof figuresOf>;
  comparisonRatePercent: Cell;
}

function cellsOf({ least, keep, comparisonRatePercent }: Compared): Cell[] {
  return [comparisonRatePercent, ...[least, keep].flatMap((figures) => Object.values(figures).flat())];
}

function figuresOf({ schedule, paymentCents, totalCostCents, costDifferenceCents }: OfferCosts) {
  return {
    paymentCents,
    totalCostCents,
    interest: Array.from({ length: schedule.length }, (_, index) => interestCentsAt(schedule, index + 1)),
    balances: Array.from(schedule.balanceCents.subarray(1, schedule.length + 1)),
    costDifferences: Array.from(costDifferenceCents),
  };
}
