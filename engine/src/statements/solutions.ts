/** Tries every convention, and finds the rates unless they are fixed. */
import type { Convention } from 'contract/statements/statements.constants.ts';
import type { Slices } from 'engine/slices.ts';
import { type Account, bearingBalances } from './account.ts';
import { balanceRules, type RoundingRule, roundingRules, yearRules } from './conventions.ts';
import { addStep, newSteps, noSteps, type Steps, yearLengths } from './days.ts';
import { interestCents, type RateScale } from './interest.ts';
import type { FindLevels, Level } from './levels.ts';
import { type Period, periodDays, periodOf, withYears } from './periods.ts';
import { rateChangeDay } from './rate-change.ts';
import { fittingRates, hundredths } from './rate-fit.ts';

/** Rates of the request, or rates that were found. */
export interface Rates {
  steps: Steps;
  scale: RateScale;
}

export interface Solution {
  convention: Convention;
  /** The number of charges that are explained. */
  explained: number;
  rates: Rates;
  /** Where the rates were found. A change is dated in the charge before a level that `isDated`. */
  levels: readonly DatedLevel[] | null;
}

export interface DatedLevel extends Level {
  isDated: boolean;
}

export interface Choice {
  best: Solution;
  /** The conventions that are as good as the best one, which is the first of them. */
  equals: readonly Convention[];
}

type Periods = readonly (Period | null)[];

/** The first of the best conventions: most charges explained, then fewest rates if they are found. */
export function* chooseConvention(
  account: Account,
  fixed: Rates | null,
  findLevels: FindLevels,
): Slices<Choice> {
  let choice: Choice | undefined;
  const years = yearLengthsOf(account);
  for (const balanceRule of balanceRules) {
    yield;
    const balances = bearingBalances(account, balanceRule);
    yield;
    const periods = account.charges.map((charge): Period | null => {
      const days = charge.fault ? null : periodDays(account, charge, balanceRule);
      return days && periodOf(days, balances, fixed?.steps ?? noSteps);
    });
    for (const days_in_year of yearRules) {
      const ofYears = periods.map((period) => period && withYears(period, days_in_year, years));
      for (const rule of roundingRules) {
        const convention = { ...balanceRule, days_in_year, ...rule };
        const solution = {
          convention,
          ...(fixed
            ? checkRates(account, ofYears, rule, fixed)
            : findRates(account, ofYears, rule, findLevels)),
        };
        choice = better(choice, solution);
        yield;
      }
    }
  }
  return choice!;
}

/** The lengths of the years from the earliest day of a period to the latest. */
export function yearLengthsOf({ transactions, charges }: Account): Steps {
  const first = transactions[0]!.day;
  return yearLengths(Math.min(charges[0]?.dayBefore ?? first, first), transactions.at(-1)!.day);
}

function better(choice: Choice | undefined, solution: Solution): Choice {
  const first = { best: solution, equals: [solution.convention] };
  if (!choice) return first;
  const difference =
    solution.explained - choice.best.explained ||
    (choice.best.levels?.length ?? 0) - (solution.levels?.length ?? 0);
  if (difference > 0) return first;
  return difference < 0 ? choice : { ...choice, equals: [...choice.equals, solution.convention] };
}

function checkRates({ charges }: Account, periods: Periods, rule: RoundingRule, rates: Rates) {
  const explained = charges.filter(({ chargedCents }, index) => {
    const period = periods[index];
    return period && interestCents(period, rule, rates.scale) === chargedCents;
  });
  return { explained: explained.length, rates, levels: null };
}

function findRates({ charges }: Account, periods: Periods, rule: RoundingRule, findLevels: FindLevels) {
  const fits = charges.map(({ chargedCents }, index) => {
    const period = periods[index];
    return period ? fittingRates(period, rule, chargedCents) : null;
  });
  const changeDay = (index: number, before: number, after: number): number | null => {
    const period = withRate(periods[index]!, before);
    const change = { after, fromDay: period.firstDay + 1, toDay: period.lastDay };
    return rateChangeDay(period, change, rule, hundredths, charges[index]!.chargedCents);
  };
  const levels = findLevels({
    isCheckable: periods.map((period) => period !== null),
    fits,
    isChange: (...change) => changeDay(...change) !== null,
  });
  const steps = newSteps();
  const dated = levels.map((level, number): DatedLevel => {
    const before = levels[number - 1];
    const between = level.first - 1;
    const isBeside = before?.last === between - 1 && periods[between];
    const day = isBeside ? changeDay(between, before.low, level.low) : null;
    addStep(steps, day ?? periods[level.first]!.firstDay, level.low);
    return { ...level, isDated: day !== null };
  });
  const explained = dated.reduce((sum, { charges: count, isDated }) => sum + count + (isDated ? 1 : 0), 0);
  return { explained, rates: { steps, scale: hundredths }, levels: dated };
}

/** The same period with one rate on all days. */
const withRate = (period: Period, rate: number): Period => ({
  ...period,
  runs: period.runs.map((run) => ({ ...run, rate })),
});
