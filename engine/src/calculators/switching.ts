/** Compares staying with a loan and switching to an offer: the difference of their schedules. */
import { periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import { comparisonRatePercent } from 'engine/schedules/comparison-rate.ts';
import { type Offer, type PaidSchedule, paidSchedule, partOf, sumOf } from './offers.ts';
import { type Fees, feesCentsAt, totalFeesCents } from 'engine/schedules/fees.ts';
import { calculateScenario } from 'engine/schedules/scenario.ts';
import type { Slices } from 'engine/slices.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import { interestCentsAt } from 'engine/schedules/schedule.ts';

export interface Costs extends PaidSchedule {
  /** Those of row 0 are less the cashback. */
  fees: Fees;
  periodsPerYear: number;
  totalFeesCents: number;
  /** Payments and fees. */
  totalCostCents: number;
}

export interface Staying extends Costs {
  comparisonRatePercent: number | null;
}

/** One way of paying an offer. */
export interface OfferCosts extends Costs {
  /** By row, up to the last row of the longer schedule: interest and fees so far, less those of staying. */
  costDifferenceCents: Float64Array;
  /** By row as above: payments and fees so far, less those of staying. */
  paidDifferenceCents: Float64Array;
  noBetterRateHundredths: number | null;
}

export interface ComparedOffer {
  comparisonRatePercent: number | null;
  /** Whether the offer has a lower payment, but costs more interest and ends later. */
  isTermTrap: boolean;
  least: OfferCosts;
  keep: OfferCosts;
}

/** Costs of the current loan if nothing changes. `paymentCents` is the current payment. */
export function costsOfStaying(terms: ScenarioTerms): Staying {
  const { schedule, comparisonRatePercent: comparisonRate } = calculateScenario(terms);
  const extraCents = terms.extraPayments
    .filter(({ fromPeriod }) => fromPeriod === 1)
    .reduce((total, { amountCents }) => total + amountCents, 0);
  const paid = { schedule, paymentCents: schedule.regularPaymentCents + extraCents };
  const perYear = periodsPerYear[terms.paymentFrequency];
  return { ...costsOf(paid, terms.fees, perYear), comparisonRatePercent: comparisonRate };
}

export function* compareOffer(
  stay: Staying,
  { main, split, fees, changeCents }: Offer,
): Slices<ComparedOffer> {
  const mainPart = partOf(main);
  const splitPart = split && partOf(split);
  const perYear = periodsPerYear[main.paymentFrequency];
  const allFees = { ...fees, upfrontCents: fees.upfrontCents + changeCents };
  function* costsAt(part: typeof mainPart, targetCents: number): Slices<Costs> {
    return costsOf(yield* paidSchedule(part, splitPart, targetCents), allFees, perYear);
  }
  function* costsWith(targetCents: number): Slices<OfferCosts> {
    const costs = yield* costsAt(mainPart, targetCents);
    const noBetterRateHundredths = yield* lowestRate(function* (annualRateMillionths) {
      const { totalCostCents } = yield* costsAt(partOf({ ...main, annualRateMillionths }), targetCents);
      return totalCostCents >= stay.totalCostCents;
    });
    return { ...costs, ...differences(stay, costs), noBetterRateHundredths };
  }
  const least = yield* costsWith(0);
  const keep = yield* costsWith(stay.paymentCents);
  return {
    comparisonRatePercent: comparisonRatePercent(
      mainPart.plan,
      sumOf(mainPart.contractual, splitPart?.contractual),
      fees,
    ),
    isTermTrap:
      least.paymentCents < stay.paymentCents &&
      least.schedule.totalInterestCents > stay.schedule.totalInterestCents &&
      least.schedule.length > stay.schedule.length,
    least,
    keep,
  };
}

function costsOf(paid: PaidSchedule, fees: Fees, perYear: number): Costs {
  const { balanceCents, totalInterestCents, length } = paid.schedule;
  const feesCents = totalFeesCents(fees, { length, periodsPerYear: perYear });
  const totalCostCents = balanceCents[0]! + totalInterestCents + feesCents;
  return { ...paid, fees, periodsPerYear: perYear, totalFeesCents: feesCents, totalCostCents };
}

/** Payments and fees include repaid principal, which is no cost: they exceed the cost by what is owed less. */
function differences(stay: Costs, offer: Costs) {
  const rows = Math.max(stay.schedule.length, offer.schedule.length) + 1;
  const costDifferenceCents = new Float64Array(rows);
  const paidDifferenceCents = new Float64Array(rows);
  let paidCents = 0;
  for (let period = 0; period < rows; period++) {
    const [offerRow, stayRow] = [rowAt(offer, period), rowAt(stay, period)];
    paidCents += offerRow.paymentCents + offerRow.feesCents - stayRow.paymentCents - stayRow.feesCents;
    paidDifferenceCents[period] = paidCents;
    costDifferenceCents[period] = paidCents + offerRow.balanceCents - stayRow.balanceCents;
  }
  return { costDifferenceCents, paidDifferenceCents };
}

/** Row 0 is the day of the change. After the end of the schedule everything is 0. */
export function rowAt({ schedule, fees, periodsPerYear: perYear }: Costs, period: number) {
  const { length, paymentCents, balanceCents } = schedule;
  if (period > length) return { paymentCents: 0, interestCents: 0, feesCents: 0, balanceCents: 0 };
  return {
    paymentCents: paymentCents[period]!,
    interestCents: period === 0 ? 0 : interestCentsAt(schedule, period),
    feesCents:
      period === 0 ? fees.upfrontCents : feesCentsAt(fees, { length, periodsPerYear: perYear }, period),
    balanceCents: balanceCents[period]!,
  };
}

/** Finds the first row from which all differences stay below 0: null if the last one is not below 0. */
export function breakEvenRow(differenceCents: Float64Array): number | null {
  const row = differenceCents.findLastIndex((cents) => cents >= 0) + 1;
  return row < differenceCents.length ? row : null;
}

const maxRateHundredths = 3_000;

/** Searches by bisection, since a cost need not rise with the rate. Null if even the highest rate is too low. */
function* lowestRate(isTooHigh: (annualRateMillionths: number) => Slices<boolean>): Slices<number | null> {
  let low = -1;
  let high = maxRateHundredths + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (yield* isTooHigh(middle * 10_000)) high = middle;
    else low = middle;
  }
  return high > maxRateHundredths ? null : high;
}
