/** Compares staying with a loan and switching to an offer: the difference of their schedules. */
import { comparisonRatePercent } from './comparison-rate.ts';
import {
  keepSchedule,
  leastSchedule,
  type Offer,
  ownPart,
  type PaidSchedule,
  type Parts,
  partsOf,
  sumOf,
} from './offers.ts';
import { calculateScenario } from './scenario.ts';
import type { ScenarioTerms } from './scenario-terms.ts';
import { interestCentsAt } from './schedule.ts';

export interface Costs extends PaidSchedule {
  /** The fees of row 0, less the cashback. */
  upfrontCents: number;
  feePerPeriodCents: number;
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
  return {
    ...costsOf(paid, terms.fees.upfrontCents, terms.fees.perPeriodCents),
    comparisonRatePercent: comparisonRate,
  };
}

export function compareOffer(current: ScenarioTerms, stay: Staying, offer: Offer): ComparedOffer {
  const parts = partsOf(current, offer);
  const costsWith = (schedule: (parts: Parts) => PaidSchedule): OfferCosts => {
    const costs = costsOfOffer(offer, schedule(parts));
    const costAt = (annualRateMillionths: number) => {
      const own = ownPart(current, { ...offer, annualRateMillionths });
      return costsOfOffer(offer, schedule({ ...parts, own })).totalCostCents;
    };
    const noBetterRateHundredths = lowestRate((rate) => costAt(rate) >= stay.totalCostCents);
    return { ...costs, ...differences(stay, costs), noBetterRateHundredths };
  };
  const least = costsWith(leastSchedule);
  return {
    comparisonRatePercent: comparisonRatePercent(
      {
        receivedCents: current.principalCents - offer.fees.upfrontCents,
        schedule: sumOf(parts.own.contractual, parts.split?.contractual),
        feePerPeriodCents: offer.fees.perPeriodCents,
        paymentFrequency: current.paymentFrequency,
      },
      parts.own.plan.phases[0]?.rate.approximate ?? 0,
    ),
    isTermTrap:
      least.paymentCents < stay.paymentCents &&
      least.schedule.totalInterestCents > stay.schedule.totalInterestCents &&
      least.schedule.length > stay.schedule.length,
    least,
    keep: costsWith((anyParts) => keepSchedule(anyParts, stay.paymentCents)),
  };
}

const costsOfOffer = ({ fees, changeCents }: Offer, paid: PaidSchedule): Costs =>
  costsOf(paid, fees.upfrontCents + changeCents, fees.perPeriodCents);

function costsOf(paid: PaidSchedule, upfrontCents: number, feePerPeriodCents: number): Costs {
  const { balanceCents, totalInterestCents, length } = paid.schedule;
  const totalFeesCents = upfrontCents + length * feePerPeriodCents;
  return {
    ...paid,
    upfrontCents,
    feePerPeriodCents,
    totalFeesCents,
    totalCostCents: balanceCents[0]! + totalInterestCents + totalFeesCents,
  };
}

function differences(
  stay: Costs,
  offer: Costs,
): Pick<OfferCosts, 'costDifferenceCents' | 'paidDifferenceCents'> {
  const rows = Math.max(stay.schedule.length, offer.schedule.length) + 1;
  const costDifferenceCents = new Float64Array(rows);
  const paidDifferenceCents = new Float64Array(rows);
  let costCents = 0;
  let paidCents = 0;
  for (let period = 0; period < rows; period++) {
    const feesCents = feesCentsAt(offer, period) - feesCentsAt(stay, period);
    costCents += feesCents;
    paidCents += feesCents;
    if (period > 0 && period <= offer.schedule.length) {
      costCents += interestCentsAt(offer.schedule, period);
      paidCents += offer.schedule.paymentCents[period]!;
    }
    if (period > 0 && period <= stay.schedule.length) {
      costCents -= interestCentsAt(stay.schedule, period);
      paidCents -= stay.schedule.paymentCents[period]!;
    }
    costDifferenceCents[period] = costCents;
    paidDifferenceCents[period] = paidCents;
  }
  return { costDifferenceCents, paidDifferenceCents };
}

/** Row 0 is the day of the change. */
export function feesCentsAt({ upfrontCents, feePerPeriodCents, schedule }: Costs, period: number): number {
  if (period === 0) return upfrontCents;
  return period <= schedule.length ? feePerPeriodCents : 0;
}

/** Finds the first row from which all differences stay below 0: null if the last one is not below 0. */
export function breakEvenRow(differenceCents: Float64Array): number | null {
  const row = differenceCents.findLastIndex((cents) => cents >= 0) + 1;
  return row < differenceCents.length ? row : null;
}

const maxRateHundredths = 3_000;

/** Searches by bisection, since a cost need not rise with the rate. Null if even the highest rate is too low. */
function lowestRate(isTooHigh: (annualRateMillionths: number) => boolean): number | null {
  let low = -1;
  let high = maxRateHundredths + 1;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isTooHigh(middle * 10_000)) high = middle;
    else low = middle;
  }
  return high > maxRateHundredths ? null : high;
}
