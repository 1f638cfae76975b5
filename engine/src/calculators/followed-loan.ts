import type { FollowedLoanInput, FollowLoanBody } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { daysOfLoan } from 'contract/followed-loans/followed-loans.constants.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { type CashRateChange, decisionsOf, type RateStep } from 'engine/followed-loans/decisions.ts';
import { borrowedCents, goalProgress } from 'engine/followed-loans/loan-goals.ts';
import { loanMonths, owedByDay } from 'engine/followed-loans/loan-months.ts';
import { type LoanPlan, loanPlan } from 'engine/followed-loans/loan-plan.ts';
import { loanStateOn, type RegularPayment, statementOf } from 'engine/followed-loans/loan-state.ts';
import { incomeYears, offsetSaving } from 'engine/followed-loans/offset-saving.ts';
import {
  paymentDaysAfter,
  project,
  type Projection,
  type ProjectionTerms,
} from 'engine/followed-loans/projection.ts';
import type { Slices } from 'engine/slices.ts';
import { dateOf, dayOf, monthsAfter, valueOn, yearLengths } from 'engine/statements/days.ts';
import { mostPoints } from 'engine/statements/levels.ts';
import { likelyResult } from './statement.ts';

/** Where no convention is found. */
const usualConvention: Convention = {
  balance: 'closing',
  charge_day: 'excluded',
  days_in_year: '365',
  rounded_each: 'charge',
  rounding: 'half_up',
};

const millionths = (percent: number) => Math.round(percent * 1e6);

/** Calculates a loan as of its last transaction. `cashRate` are the changes of the target, the earliest first. */
export function* followedLoanResult(
  request: FollowLoanBody,
  cashRate: readonly CashRateChange[],
): Slices<FollowedLoanResult> {
  const { firstDate, lastDate } = daysOfLoan(request);
  const statement = statementOf(request, lastDate);
  const check = statement && (yield* likelyResult(statement));
  const found = check && (check.verdict === 'explained' || check.verdict === 'partly') ? check : null;
  const convention = found?.convention ?? usualConvention;
  const steps = rateSteps(request, check, found);
  const rate = currentRate(request, check, steps);
  const terms = projectionTerms(request, lastDate, convention, rate?.millionths ?? null);
  const { state } = terms;
  const projection = project(terms);
  yield;
  const owed = owedByDay(request);
  const firstOwedCents = valueOn(owed, dayOf(firstDate));
  const contractRate = request.plan?.annual_interest_rate ?? steps[0]?.rateMillionths ?? rate?.millionths;
  const plan = loanPlan(request, contractRate ?? null, firstOwedCents);
  const chargedFrom = check?.rows.find(({ from }) => from !== null)?.from ?? firstDate;
  const years = yearLengths(dayOf(chargedFrom), dayOf(lastDate));
  const saving = offsetSaving(request, check, found && convention, years);
  yield;
  const decisions = decisionsOf(request.variable_rate ? cashRate : [], {
    check,
    convention: found && convention,
    years,
    steps,
    areGiven: request.rates.length > 0,
    firstDay: dayOf(firstDate),
    lastDay: dayOf(lastDate),
  });
  const goals: FollowedLoanResult['goals'] = [];
  const startCents = borrowedCents(request, firstOwedCents);
  for (const goal of request.goals) goals.push(yield* goalProgress(goal, startCents, terms, projection));
  return {
    as_of: lastDate,
    owed: state.owedCents / 100,
    offset: state.offsetCents / 100,
    offset_known_to: offsetKnownTo(request, lastDate),
    rate: rate && { annual_interest_rate: rate.millionths / 1e6, source: rate.source },
    payment: terms.payments && paymentOf(request, terms.payments, state.day),
    convention,
    convention_source: found ? 'found' : 'usual',
    projection: projectionOf(terms, projection),
    plan: plan?.result ?? null,
    plan_reason: plan ? null : request.plan && contractRate === undefined ? 'rate_unknown' : 'plan_unknown',
    gained: gainedOf(request, terms, projection, plan, steps),
    income_years: incomeYears(request, saving),
    offset_saving: saving.result,
    ...decisions,
    goals,
    months: loanMonths(request, owed, projection, plan),
    check,
  };
}

/** The rates of the request, or those that were found. */
function rateSteps(
  { rates }: FollowedLoanInput,
  check: StatementResult | null,
  found: StatementResult | null,
): RateStep[] {
  if (rates.length > 0) {
    return rates.map(({ from, annual_interest_rate: rateMillionths }) => ({
      day: dayOf(from),
      rateMillionths,
      isDated: true,
    }));
  }
  const rows = check?.rows ?? [];
  return (found?.rates ?? []).map(({ from, annual_interest_rate: rate }, index, all) => {
    const first = rows.findIndex((row) => row.from === from);
    const before = rows[first - 1];
    const isBeside =
      before?.status === 'explained' && before.annual_interest_rate === all[index - 1]?.annual_interest_rate;
    const isChange = rows.some((row) => row.rate_changed_on === from);
    return { day: dayOf(from), rateMillionths: millionths(rate), isDated: isChange || isBeside };
  });
}

interface CurrentRate {
  millionths: number;
  source: NonNullable<FollowedLoanResult['rate']>['source'];
}

function currentRate(
  request: FollowedLoanInput,
  check: StatementResult | null,
  steps: readonly RateStep[],
): CurrentRate | null {
  const today = dayOf(daysOfLoan(request).lastDate);
  if (request.annual_interest_rate !== undefined) {
    return { millionths: request.annual_interest_rate, source: 'given' };
  }
  if (request.rates.length > 0) return { millionths: rateOn(steps, today)!, source: 'given' };
  const last = check?.rows.at(-1);
  const isUnknown = last?.reason === 'rate_unknown';
  const found = steps.at(-1)?.rateMillionths;
  const fitting = isUnknown && last.fitting_rate !== null ? millionths(last.fitting_rate) : null;
  if (fitting !== null && Math.abs(fitting - (found ?? fitting)) <= millionths(mostPoints)) {
    return { millionths: fitting, source: 'fitting' };
  }
  if (found === undefined) return null;
  return { millionths: found, source: isUnknown ? 'earlier' : 'found' };
}

/** The rate that is in force on a day; the first one also before. */
const rateOn = (steps: readonly RateStep[], day: number): number | null =>
  (steps.findLast((step) => step.day <= day) ?? steps[0])?.rateMillionths ?? null;

export function projectionTerms(
  loan: FollowedLoanInput,
  date: string,
  convention: Convention,
  rateMillionths: number | null,
): ProjectionTerms {
  const state = loanStateOn(loan, date, convention);
  return {
    state,
    convention,
    rateMillionths,
    payments: paymentsOf(loan, state),
    interestOnlyDay: loan.interest_only_until === undefined ? null : dayOf(loan.interest_only_until),
    planEndDate: loan.plan?.end_date ?? null,
  };
}

/** Payments of the request go on in the rhythm of the rows, if it is the same. */
function paymentsOf(
  { payment }: FollowedLoanInput,
  { regular, day }: ProjectionTerms['state'],
): RegularPayment | null {
  if (!payment) return regular;
  const { amount, frequency } = payment;
  return { amountCents: amount, frequency, day: regular?.frequency === frequency ? regular.day : day };
}

function paymentOf(
  { payment }: FollowedLoanInput,
  payments: RegularPayment,
  today: number,
): FollowedLoanResult['payment'] {
  return {
    amount: payments.amountCents / 100,
    frequency: payments.frequency,
    source: payment ? 'given' : 'rows',
    next_date: dateOf(paymentDaysAfter(today, payments).next().value),
  };
}

function projectionOf(
  { state }: ProjectionTerms,
  { endDay, endReason, interestCents, finalCents, nextChargeCents }: Projection,
): FollowedLoanResult['projection'] {
  const isEnding = endDay !== null;
  return {
    end_date: isEnding ? dateOf(endDay) : null,
    end_reason: endReason,
    interest_to_end: isEnding ? interestCents / 100 : null,
    final_payment: isEnding ? finalCents / 100 : null,
    next_charge_date: nextChargeCents === null ? null : dateOf(state.nextChargeDay),
    next_charge: nextChargeCents === null ? null : nextChargeCents / 100,
  };
}

/** The earliest of the last days of the accounts. One with a later balance is known to the last row. */
function offsetKnownTo({ offset_accounts }: FollowedLoanInput, lastDate: string): string | null {
  const dates = offset_accounts.flatMap(({ balances }) => {
    const last = balances.at(-1)?.date;
    return last !== undefined && last > lastDate ? lastDate : (last ?? []);
  });
  return dates.toSorted()[0] ?? null;
}

/** How much earlier the loan ends than planned, and than a month ago. */
function gainedOf(
  request: FollowedLoanInput,
  { convention }: ProjectionTerms,
  { endDay }: Projection,
  plan: LoanPlan | null,
  steps: readonly RateStep[],
): FollowedLoanResult['gained'] {
  const monthAgo = monthsAfter(dayOf(daysOfLoan(request).lastDate), -1);
  const date = request.transactions?.findLast((row) => dayOf(row.date) <= monthAgo)?.date ?? null;
  const rate = request.annual_interest_rate ?? (date === null ? null : rateOn(steps, dayOf(date)));
  const before = date === null ? null : project(projectionTerms(request, date, convention, rate)).endDay;
  return {
    plan_days: plan && endDay !== null ? dayOf(plan.result.end_date) - endDay : null,
    month_days: before !== null && endDay !== null ? before - endDay : null,
    month_as_of: date,
    month_end_date: before === null ? null : dateOf(before),
  };
}
