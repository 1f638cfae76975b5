/** An offer to take over a loan: one or two scenarios, and how they are paid. */
import { type Extras, extrasOf, hasExtras } from 'engine/schedules/extras.ts';
import { type Plan, planOf } from 'engine/schedules/plan.ts';
import { type ContractualSchedule, contractualSchedule, scheduleWith } from 'engine/schedules/scenario.ts';
import type { Fees } from 'engine/schedules/fees.ts';
import type { ScenarioTerms } from 'engine/schedules/scenario-terms.ts';
import type { Slices } from 'engine/slices.ts';
import { emptySchedule, extraCentsAt, type Schedule } from 'engine/schedules/schedule.ts';

export interface Offer {
  /** The loan of the offer, or the rest of it if there is a split. */
  main: ScenarioTerms;
  /** A second loan. */
  split: ScenarioTerms | undefined;
  /** Due once, not for each part. */
  fees: Fees;
  /** Switching costs less cashback. */
  changeCents: number;
}

/** A part of an offer at its rate, independent of how it is paid. */
export interface Part extends ContractualSchedule {
  plan: Plan;
}

export function partOf(terms: ScenarioTerms): Part {
  const plan = planOf(terms);
  return { plan, ...contractualSchedule(plan) };
}

export interface PaidSchedule {
  schedule: Schedule;
  /** The payment of row 1, with its extra payment. */
  paymentCents: number;
}

/**
 * Pays a total of at least `targetCents`; with 0, the least. The extra payment is recomputed whenever the rate of a part
 * changes. Pauses after each schedule.
 */
export function* paidSchedule(
  main: Part,
  split: Part | undefined,
  targetCents: number,
): Slices<PaidSchedule> {
  const extraPayments: { amountCents: number; fromPeriod: number; toPeriod: number }[] = [];
  let schedule = mainSchedule(main, extraPayments);
  yield;
  const starts = rateStarts(main, split);
  for (const [index, fromPeriod] of starts.entries()) {
    if (fromPeriod > schedule.length) break;
    const splitCents = split ? regularCentsAt(split.contractual, fromPeriod) : 0;
    const amountCents = targetCents - splitCents - regularCentsAt(schedule, fromPeriod);
    if (amountCents <= 0) continue;
    extraPayments.push({
      amountCents,
      fromPeriod,
      toPeriod: (starts[index + 1] ?? main.plan.periods + 1) - 1,
    });
    schedule = mainSchedule(main, extraPayments);
    yield;
  }
  const [first] = extraPayments;
  const total = sumOf(schedule, split?.contractual);
  const extraCents = first?.fromPeriod === 1 ? first.amountCents : 0;
  return { schedule: total, paymentCents: total.regularPaymentCents + extraCents };
}

function rateStarts(...parts: (Part | undefined)[]): number[] {
  const changes = parts.flatMap((part) => part?.plan.terms.rateChanges.map(({ period }) => period) ?? []);
  return [...new Set([1, ...changes])].toSorted((one, other) => one - other);
}

const regularCentsAt = (schedule: Schedule, period: number): number =>
  period === 1
    ? schedule.regularPaymentCents
    : schedule.paymentCents[period]! - extraCentsAt(schedule, period);

function mainSchedule({ plan, ...contractual }: Part, extraPayments: ScenarioTerms['extraPayments']) {
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
