/** What would explain a charge that differs. */
import type { Convention, DifferenceCause } from 'contract/statements/statements.constants.ts';
import { roundingRules, type YearRule, yearRules } from './conventions.ts';
import { stepAt, type Steps } from './days.ts';
import { interestCents } from './interest.ts';
import { type Period, periodOf, withYears } from './periods.ts';
import { rateChangeDay } from './rate-change.ts';
import type { Rates } from './solutions.ts';

export interface Case {
  convention: Convention;
  rates: Rates;
  areRatesGiven: boolean;
  years: Steps;
  balances: Steps;
  /** Null without an offset account. */
  balancesWithoutOffset: Steps | null;
}

export interface Explanation {
  cause: DifferenceCause;
  /** The day of a late change of the rate, unless it was not applied in the period. */
  day: number | null;
}

/** The first cause that gives exactly what was charged, or null. */
export function explainDifference(
  context: Case,
  [firstDay, lastDay]: readonly [number, number],
  expectedCents: number,
  chargedCents: number,
): Explanation | null {
  const { convention, rates, balances, balancesWithoutOffset } = context;
  const days = [firstDay, lastDay] as const;
  const plain = periodOf(days, balances, rates.steps);
  const period = withYears(plain, convention.days_in_year, context.years);
  const isCharged = (other: Period, rule = convention) =>
    interestCents(other, rule, rates.scale) === chargedCents;
  const inYears = (other: Period, rule: YearRule = convention.days_in_year) =>
    withYears(other, rule, context.years);
  const isTwelfth = convention.days_in_year === 'twelfth';

  if (chargedCents === 2 * expectedCents) return { cause: 'charged_twice', day: null };
  if (balancesWithoutOffset && isCharged(inYears(periodOf(days, balancesWithoutOffset, rates.steps)))) {
    return { cause: 'offset_ignored', day: null };
  }
  const lateDay = context.areRatesGiven ? lateChangeDay(context, days, chargedCents) : null;
  if (lateDay !== null) return { cause: 'rate_late', day: lateDay > lastDay ? null : lateDay };
  if (!isTwelfth && isCharged(withLastDays(period, 1))) return { cause: 'day_more', day: null };
  if (!isTwelfth && isCharged(withLastDays(period, -1))) return { cause: 'day_less', day: null };
  if (yearRules.some((rule) => isCharged(inYears(plain, rule)))) return { cause: 'other_year', day: null };
  if (roundingRules.some((rule) => isCharged(period, { ...convention, ...rule }))) {
    return { cause: 'other_rounding', day: null };
  }
  return null;
}

/** The day from which the last change of the rate, up to 100 days before the period, would have been applied late. */
function lateChangeDay(
  { convention, rates: { steps, scale }, years, balances }: Case,
  [firstDay, lastDay]: readonly [number, number],
  chargedCents: number,
): number | null {
  const last = stepAt(steps, lastDay);
  const changeDay = steps.days[last]!;
  if (last === 0 || changeDay > lastDay || firstDay - changeDay > latestDays) return null;
  const before = { days: steps.days.slice(0, last), values: steps.values.slice(0, last) };
  const period = withYears(periodOf([firstDay, lastDay], balances, before), convention.days_in_year, years);
  const change = {
    after: steps.values[last]!,
    fromDay: Math.max(changeDay, firstDay) + 1,
    toDay: lastDay + 1,
  };
  return rateChangeDay(period, change, convention, scale, chargedCents);
}

const latestDays = 100;

/** The same period with its last day counted once more or once less. */
const withLastDays = (period: Period, more: number): Period => ({
  ...period,
  runs: period.runs.map((run, index) =>
    index === period.runs.length - 1 ? { ...run, days: run.days + more } : run,
  ),
});
