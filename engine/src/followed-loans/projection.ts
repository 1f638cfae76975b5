/** What will be owed if rate, payment and offset stay as they are. */
import { dayMs } from 'contract/days.ts';
import type { EndReason } from 'contract/followed-loans/followed-loans.constants.ts';
import { monthsCountedUp } from 'contract/followed-loans/followed-loans.constants.ts';
import { type PaymentFrequency, periodsPerYear } from 'contract/scenarios/scenarios.constants.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import { divideHalfUp } from 'engine/arithmetic/rounding.ts';
import { annuityOf, levelPaymentCents } from 'engine/schedules/level-payment.ts';
import { rateOf } from 'engine/schedules/rates.ts';
import {
  addStep,
  dateOf,
  dayInMonth,
  monthsAfter,
  noSteps,
  stepAt,
  type Steps,
  yearLengths,
} from 'engine/statements/days.ts';
import { interestCents, type RateScale } from 'engine/statements/interest.ts';
import { periodOf, withYears } from 'engine/statements/periods.ts';
import type { LoanState, RegularPayment } from './loan-state.ts';

export interface ProjectionTerms {
  state: LoanState;
  convention: Convention;
  rateMillionths: number | null;
  /** They go on from their day, monthly ones on the same day of each month. */
  payments: RegularPayment | null;
  /** The last day on which only interest is paid. */
  interestOnlyDay: number | null;
  planEndDate: string | null;
}

export interface Projection {
  endDay: number | null;
  endReason: EndReason | null;
  interestCents: number;
  finalCents: number;
  /** Null while only interest is paid. */
  paymentCents: number | null;
  /** Null where the rate is not known. */
  nextChargeCents: number | null;
  /** What is owed at the end of each day on which it changes, from now on. */
  owed: Steps;
  /** The last day on which that is known. */
  knownTo: number;
}

interface Limits {
  /** Added to each payment. */
  extraCents?: number;
  /** What happens after this day does not matter. */
  untilDay?: number;
}

/** A month with all days of a month, before any loan. */
const january = Date.UTC(1900, 0) / dayMs;

const mostCharges = 600;
const monthsOfYear = 12;
/** How long a debt without an end is continued. */
const endlessMonths = 60;

/** The days of payments in order, from the first one after a day. */
export function* paymentDaysAfter(
  after: number,
  { frequency, day }: Pick<RegularPayment, 'frequency' | 'day'>,
): Generator<number, never> {
  for (let count = 0; ; count++) {
    const next =
      frequency === 'monthly' ? monthsAfter(day, count) : day + count * (frequency === 'weekly' ? 7 : 14);
    if (next > after) yield next;
  }
}

export function project(
  terms: ProjectionTerms,
  { extraCents = 0, untilDay = Infinity }: Limits = {},
): Projection {
  const { state, rateMillionths, planEndDate } = terms;
  const isInterestOnly = terms.interestOnlyDay !== null && terms.interestOnlyDay > state.day;
  const interestOnlyDay = isInterestOnly ? terms.interestOnlyDay! : -Infinity;
  const owed: Steps = { days: [state.day], values: [state.owedCents] };
  const result: Projection = {
    endDay: null,
    endReason: null,
    interestCents: 0,
    finalCents: 0,
    paymentCents: isInterestOnly ? null : (terms.payments?.amountCents ?? null),
    nextChargeCents: null,
    owed,
    knownTo: state.day,
  };
  if (rateMillionths === null) {
    return { ...result, endReason: state.owedCents <= 0 ? 'paid_off' : 'rate_unknown' };
  }
  const interest = interestOf(terms, rateMillionths);
  const endless = endlessReason(terms, isInterestOnly);
  const isIncluded = terms.convention.charge_day === 'included';
  const payments = terms.payments ?? {
    amountCents: 0,
    frequency: 'monthly' as const,
    day: dayInMonth(january, 0, state.chargeDayNumber),
  };
  const paymentDays = paymentDaysAfter(state.day, payments);
  let balanceCents = state.owedCents;
  let [unchargedFrom, chargeDay] = [state.unchargedFrom, state.nextChargeDay];
  let paymentDay = endless ? Infinity : paymentDays.next().value;
  const afterCharges: number[] = [];
  const { balances } = interest;
  let charges = 0;
  const change = (day: number, cents: number, countsFrom: number) => {
    balanceCents += cents;
    addStep(owed, day, balanceCents);
    addStep(balances, countsFrom, Math.max(balanceCents - state.offsetCents, 0));
  };
  const isOpening = terms.convention.balance === 'opening';
  const lastDay = () => (result.endReason ? monthsAfter(state.day, endlessMonths) : untilDay);

  while (Math.min(chargeDay, paymentDay) <= lastDay()) {
    if (chargeDay < paymentDay || (chargeDay === paymentDay && !isIncluded)) {
      const day = chargeDay;
      const chargedCents = interest.ofDays(unchargedFrom, isIncluded ? day : day - 1);
      result.nextChargeCents ??= chargedCents;
      if (endless) return { ...result, ...endless };
      if (result.endReason === null) result.interestCents += chargedCents;
      if (day > interestOnlyDay) {
        change(day, chargedCents, isOpening || isIncluded ? day + 1 : day);
        afterCharges.push(balanceCents);
        const yearBefore = afterCharges.at(-1 - monthsOfYear);
        if (yearBefore !== undefined && balanceCents >= yearBefore) {
          result.endReason ??= 'payment_below_interest';
        }
      }
      charges++;
      if (charges === mostCharges) result.endReason ??= 'too_long';
      unchargedFrom = isIncluded ? day + 1 : day;
      chargeDay = dayInMonth(day, 1, state.chargeDayNumber);
      continue;
    }
    const day = paymentDay;
    paymentDay = paymentDays.next().value;
    if (day <= interestOnlyDay) continue;
    result.paymentCents ??= levelCents(balanceCents, rateMillionths, day, planEndDate!, payments.frequency);
    const paidCents = result.paymentCents + extraCents;
    const accruedCents = balanceCents > paidCents ? 0 : interest.ofDays(unchargedFrom, day - 1);
    if (balanceCents + accruedCents <= paidCents) {
      addStep(owed, day, 0);
      if (result.endReason) break;
      return {
        ...result,
        endDay: day,
        interestCents: result.interestCents + accruedCents,
        finalCents: balanceCents + accruedCents,
        knownTo: Infinity,
      };
    }
    change(day, -paidCents, isOpening ? day + 1 : day);
  }
  return { ...result, knownTo: lastDay() };
}

/** Why the end is not known whatever is paid, and how far what is owed is known. */
function endlessReason(
  { state, payments, planEndDate, interestOnlyDay }: ProjectionTerms,
  isInterestOnly: boolean,
): Pick<Projection, 'endReason' | 'knownTo'> | null {
  if (state.owedCents <= 0) return { endReason: 'paid_off', knownTo: state.day };
  if (!isInterestOnly) return payments ? null : { endReason: 'payment_unknown', knownTo: state.day };
  return planEndDate === null ? { endReason: 'interest_only', knownTo: interestOnlyDay! } : null;
}

/** The interest of days at the rate, rounded by the convention. */
function interestOf({ state, convention }: ProjectionTerms, rateMillionths: number) {
  const isCoarse = rateMillionths % millionthsPerHundredth === 0;
  const rate = isCoarse ? rateMillionths / millionthsPerHundredth : rateMillionths;
  const scale: RateScale = isCoarse ? 1e4 : 1e8;
  const lastDay = monthsAfter(state.day, mostCharges + monthsOfYear);
  const years = yearLengths(state.unchargedFrom, lastDay);
  const first = stepAt(state.balances, state.unchargedFrom);
  const balances: Steps = {
    days: state.balances.days.slice(first),
    values: state.balances.values.slice(first),
  };
  return {
    balances,
    ofDays: (firstDay: number, to: number): number => {
      if (firstDay > to) return 0;
      const period = withYears(periodOf([firstDay, to], balances, noSteps), convention.days_in_year, years);
      return interestCents(period, convention, scale, rate);
    },
  };
}

const millionthsPerHundredth = 10_000;

/** The payment that repays a balance until the end of the plan. */
function levelCents(
  balanceCents: number,
  rateMillionths: number,
  day: number,
  planEndDate: string,
  frequency: PaymentFrequency,
): number {
  const months = Math.max(monthsCountedUp(dateOf(day), planEndDate), 1);
  const annuity = annuityOf(rateOf(rateMillionths, 'monthly', monthsOfYear), months, 1);
  return divideHalfUp(monthsOfYear * levelPaymentCents(annuity, balanceCents, 0), periodsPerYear[frequency]);
}
