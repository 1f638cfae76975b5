/** The periods of the charges, split into runs of days with the same balance, rate and days in the year. */
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { StatementCharge } from 'contract/statements/statements.ts';
import type { Account, Charge } from './account.ts';
import type { BalanceRule, YearRule } from './conventions.ts';
import { dayOf, isMonth, monthsAfter, stepAt, type Steps, stretchesOf, valueOn } from './days.ts';

export interface Run {
  firstDay: number;
  days: number;
  balanceCents: number;
  /** In units of the rate scale. */
  rate: number;
  /** `yearDays` of the period, divided by the days in the year of the run. */
  weight: number;
}

export interface Period {
  firstDay: number;
  lastDay: number;
  runs: readonly Run[];
  /** A common multiple of the days in the year of all runs. */
  yearDays: number;
}

/** The first and the last day of the period of a charge. Null if they are not known, or there is none. */
export function periodDays(
  { drawnDay }: Account,
  { day, dayBefore }: Charge,
  { charge_day }: BalanceRule,
): [first: number, last: number] | null {
  const isIncluded = charge_day === 'included';
  const first = dayBefore === null ? drawnDay : dayBefore + (isIncluded ? 1 : 0);
  const last = isIncluded ? day : day - 1;
  return first === null || first > last ? null : [first, last];
}

/** The longest runs of days with the same balance and rate, with the weight 1. */
function splitDays(firstDay: number, lastDay: number, balances: Steps, rates: Steps): Run[] {
  const runs: Run[] = [];
  let [balance, rate] = [stepAt(balances, firstDay), stepAt(rates, firstDay)];
  for (let day = firstDay; day <= lastDay;) {
    const nextBalance = balances.days[balance + 1] ?? Infinity;
    const nextRate = rates.days[rate + 1] ?? Infinity;
    const next = Math.min(nextBalance, nextRate, lastDay + 1);
    const [balanceCents, ofRun] = [balances.values[balance]!, rates.values[rate]!];
    runs.push({ firstDay: day, days: next - day, balanceCents, rate: ofRun, weight: 1 });
    if (next === nextBalance) balance++;
    if (next === nextRate) rate++;
    day = next;
  }
  return runs;
}

export const periodOf = (
  [firstDay, lastDay]: readonly [number, number],
  balances: Steps,
  rates: Steps,
): Period => ({
  firstDay,
  lastDay,
  runs: splitDays(firstDay, lastDay, balances, rates),
  yearDays: 365,
});

/** Applies a rule for the days in the year. `lengths` are those of the calendar years. */
export function withYears(period: Period, rule: YearRule, lengths: Steps): Period {
  const { firstDay, lastDay, runs } = period;
  if (rule === '365') return period;
  if (rule === 'twelfth') {
    const monthStart = isMonth(firstDay, lastDay) ? firstDay : bearingMonthStart(period);
    return monthStart === null ? period : { ...period, yearDays: 12 * (lastDay + 1 - monthStart) };
  }
  if (stepAt(lengths, firstDay) === stepAt(lengths, lastDay)) {
    return { ...period, yearDays: valueOn(lengths, firstDay) };
  }
  return { ...period, runs: runs.flatMap((run) => splitYears(run, lengths)), yearDays: bothYears };
}

/**
 * The start of the last month of a longer period in which no balance bears interest before that month: fully offset or in
 * credit, a loan may have no charges for months.
 */
function bearingMonthStart({ firstDay, lastDay, runs }: Period): number | null {
  const start = monthsAfter(lastDay + 1, -1);
  const isFree = runs.every((run) => run.firstDay >= start || run.balanceCents === 0);
  return firstDay < start && isFree ? start : null;
}

function splitYears(run: Run, lengths: Steps): Run[] {
  return stretchesOf(lengths, run.firstDay, run.firstDay + run.days - 1).map(({ firstDay, days, value }) => ({
    ...run,
    firstDay,
    days,
    weight: bothYears / value,
  }));
}

const bothYears = 365 * 366;

/** The period of a charge that was checked, with rates in millionths of a percent. */
export function periodOfCharge(
  { from, to, runs }: StatementCharge,
  convention: Convention,
  years: Steps,
): Period {
  const period: Period = {
    firstDay: dayOf(from!),
    lastDay: dayOf(to!),
    runs: runs.map((run) => ({
      firstDay: dayOf(run.from),
      days: run.days,
      balanceCents: Math.round(run.balance * 100),
      rate: Math.round((run.annual_interest_rate ?? 0) * 1e6),
      weight: 1,
    })),
    yearDays: 365,
  };
  return withYears(period, convention.days_in_year, years);
}
