/** An offer to take over a loan: one or two scenarios, and two ways of paying them. */
import { periodCount } from 'contract/scenarios/scenarios.constants.ts';
import { type Extras, extrasOf, hasExtras } from './extras.ts';
import { type Plan, planOf } from './plan.ts';
import { type ContractualSchedule, contractualSchedule, scheduleWith } from './scenario.ts';
import type { ScenarioTerms } from './scenario-terms.ts';
import { emptySchedule, extraCentsAt, type Schedule } from './schedule.ts';

interface RateTerms {
  annualRateMillionths: number;
  /** The rate applies for this many rows, then the other rate. */
  fixed: { periods: number; revertRateMillionths: number } | undefined;
}

export interface Offer extends RateTerms {
  durationMonths: number;
  /** A second loan. The rest has the terms of the offer. */
  split: (RateTerms & { amountCents: number }) | undefined;
  /** The offset account of the current loan, applied to the rest of a split. */
  takesOffset: boolean;
  /** Switching costs less cashback. */
  changeCents: number;
  fees: ScenarioTerms['fees'];
}

export interface Part extends ContractualSchedule {
  plan: Plan;
}

/** The parts of an offer at its rate, independent of how it is paid. */
export interface Parts {
  own: Part;
  split: Part | undefined;
}

export function partsOf(current: ScenarioTerms, offer: Offer): Parts {
  const { split } = offer;
  const own = ownPart(current, offer);
  if (!split) return { own, split: undefined };
  return { own, split: partOf({ ...partTerms(current, offer, split), principalCents: split.amountCents }) };
}

export function ownPart(current: ScenarioTerms, offer: Offer): Part {
  const periods = periodCount(offer.durationMonths, current.paymentFrequency);
  return partOf({
    ...partTerms(current, offer, offer),
    principalCents: current.principalCents - (offer.split?.amountCents ?? 0),
    lumpSums: current.lumpSums.filter(({ period }) => period <= periods),
    offset: offer.takesOffset ? current.offset : noOffset,
  });
}

const noOffset = { balanceCents: 0, depositPerPeriodCents: 0 };

/** The terms that each part takes from the current loan. Fees are due once, not for each part. */
function partTerms(
  current: ScenarioTerms,
  { durationMonths }: Offer,
  { annualRateMillionths, fixed }: RateTerms,
): ScenarioTerms {
  return {
    ...current,
    durationMonths,
    annualRateMillionths,
    rateChanges: fixed
      ? [{ period: fixed.periods + 1, annualRateMillionths: fixed.revertRateMillionths }]
      : [],
    interestOnlyPeriods: 0,
    residualCents: 0,
    extraPayments: [],
    lumpSums: [],
    offset: noOffset,
    fees: { upfrontCents: 0, perPeriodCents: 0 },
  };
}

function partOf(terms: ScenarioTerms): Part {
  const plan = planOf(terms);
  return { plan, ...contractualSchedule(plan) };
}

export interface PaidSchedule {
  schedule: Schedule;
  /** The payment of row 1, with its extra payment. */
  paymentCents: number;
}

export function leastSchedule({ own, split }: Parts): PaidSchedule {
  const schedule = sumOf(ownSchedule(own, []), split?.contractual);
  return { schedule, paymentCents: schedule.regularPaymentCents };
}

/** Continues to pay a total of `targetCents`. The extra payment is recomputed whenever the rate of a part changes. */
export function keepSchedule({ own, split }: Parts, targetCents: number): PaidSchedule {
  const extraPayments: { amountCents: number; fromPeriod: number; toPeriod: number }[] = [];
  let schedule = ownSchedule(own, extraPayments);
  const firsts = stretchStarts(own, split);
  for (const [index, fromPeriod] of firsts.entries()) {
    if (fromPeriod > schedule.length) break;
    const splitCents = split ? regularCentsAt(split.contractual, fromPeriod) : 0;
    const amountCents = targetCents - splitCents - regularCentsAt(schedule, fromPeriod);
    if (amountCents <= 0) continue;
    extraPayments.push({
      amountCents,
      fromPeriod,
      toPeriod: (firsts[index + 1] ?? own.plan.periods + 1) - 1,
    });
    schedule = ownSchedule(own, extraPayments);
  }
  const [first] = extraPayments;
  const total = sumOf(schedule, split?.contractual);
  const extraCents = first?.fromPeriod === 1 ? first.amountCents : 0;
  return { schedule: total, paymentCents: total.regularPaymentCents + extraCents };
}

function stretchStarts(...parts: (Part | undefined)[]): number[] {
  const changes = parts.flatMap((part) => part?.plan.terms.rateChanges.map(({ period }) => period) ?? []);
  return [...new Set([1, ...changes])].toSorted((one, other) => one - other);
}

const regularCentsAt = (schedule: Schedule, period: number): number =>
  period === 1
    ? schedule.regularPaymentCents
    : schedule.paymentCents[period]! - extraCentsAt(schedule, period);

function ownSchedule(
  { plan, ...contractual }: Part,
  extraPayments: ScenarioTerms['extraPayments'],
): Schedule {
  const extras: Extras = extrasOf({ ...plan.terms, extraPayments }, plan.periods);
  return hasExtras(extras) ? scheduleWith(plan, contractual, extras) : contractual.contractual;
}

/** Adds the schedules row by row, up to the end of the longer one. */
export function sumOf(one: Schedule, other: Schedule | undefined): Schedule {
  if (!other) return one;
  const length = Math.max(one.length, other.length);
  const sum = emptySchedule(one.balanceCents[0]! + other.balanceCents[0]!, length, false);
  for (let period = 1; period <= length; period++) {
    sum.paymentCents[period] = one.paymentCents[period]! + other.paymentCents[period]!;
    sum.balanceCents[period] = one.balanceCents[period]! + other.balanceCents[period]!;
  }
  return {
    ...sum,
    length,
    totalInterestCents: one.totalInterestCents + other.totalInterestCents,
    regularPaymentCents: one.regularPaymentCents + other.regularPaymentCents,
  };
}
