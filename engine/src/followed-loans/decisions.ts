/** When changes of the cash rate reached a loan, and what a delay cost. */
import type { FollowedLoanResult, LoanDecision } from 'contract/followed-loans/followed-loan-result.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import type { Convention } from 'contract/statements/statements.constants.ts';
import { addStep, dateOf, dayOf, newSteps, type Steps, valueOn } from 'engine/statements/days.ts';
import { interestCents } from 'engine/statements/interest.ts';
import { type Period, periodOf, periodOfCharge, withYears } from 'engine/statements/periods.ts';

export interface RateStep {
  day: number;
  rateMillionths: number;
  /** Whether the first day of the rate is known. */
  isDated: boolean;
}

/** The target of the cash rate in percent, from a day on. */
export interface CashRateChange {
  date: string;
  value: number;
}

interface Change {
  day: number;
  change: number;
  rateMillionths: number;
}

const mostDays = 100;

const millionths = (percent: number) => Math.round(percent * 1e6);

export const chargeScale = 1e8;

interface Checked {
  check: StatementResult | null;
  /** Null where it was not found. */
  convention: Convention | null;
  years: Steps;
  steps: readonly RateStep[];
  areGiven: boolean;
  firstDay: number;
  lastDay: number;
}

export type Decisions = Pick<FollowedLoanResult, 'decisions' | 'own_changes' | 'usual_delay_days'>;

export function decisionsOf(cashRate: readonly CashRateChange[], loan: Checked): Decisions {
  const isWithin = ({ day }: { day: number }) => day > loan.firstDay && day <= loan.lastDay;
  const decisions = changesOf(
    cashRate.map(({ date, value }) => ({ day: dayOf(date), rateMillionths: millionths(value) })),
  ).filter(isWithin);
  const changes = changesOf(loan.steps).filter(
    ({ day }) => isWithin({ day }) && loan.steps.some((step) => step.day === day && step.isDated),
  );
  const partners = matchChanges(decisions, changes);
  const results = decisions.map((decision, index): LoanDecision => {
    const partner = partners.get(index);
    const change = partner === undefined ? null : changes[partner]!;
    return {
      date: dateOf(decision.day),
      points_of_decision: decision.change / 1e6,
      state: change ? 'passed_on' : stateOf(decision, loan),
      loan_date: change && dateOf(change.day),
      days: change && change.day - decision.day,
      points: change && change.change / 1e6,
      cost: change && costOf(decision, change, loan),
    };
  });
  const delays = results.flatMap(({ days }) => days ?? []).toSorted((a, b) => a - b);
  const matched = new Set(partners.values());
  return {
    decisions: results,
    own_changes: changes
      .filter((_, index) => !matched.has(index))
      .map(({ day, change }) => ({ date: dateOf(day), points: change / 1e6 })),
    usual_delay_days: delays[delays.length >> 1] ?? null,
  };
}

const changesOf = (steps: readonly Pick<RateStep, 'day' | 'rateMillionths'>[]): Change[] =>
  steps.flatMap(({ day, rateMillionths }, index) => {
    const before = steps[index - 1]?.rateMillionths ?? rateMillionths;
    return before === rateMillionths ? [] : [{ day, change: rateMillionths - before, rateMillionths }];
  });

interface Matching {
  count: number;
  days: number;
  /** What is done with the first decision and the first change. */
  first: 'pair' | 'skip change' | 'skip decision' | null;
}

/**
 * Pairs decisions with changes in the order of both: the most pairs, then the fewest days in all, then the earlier decisions.
 * The map leads from the index of a decision to that of a change.
 */
function matchChanges(decisions: readonly Change[], changes: readonly Change[]): Map<number, number> {
  const nothing: Matching = { count: 0, days: 0, first: null };
  const table = Array.from({ length: decisions.length + 1 }, () =>
    Array.from({ length: changes.length + 1 }, () => nothing),
  );
  for (let i = decisions.length - 1; i >= 0; i--) {
    for (let j = changes.length - 1; j >= 0; j--) {
      const rest = table[i + 1]![j + 1]!;
      const days = changes[j]!.day - decisions[i]!.day;
      const isPair =
        days >= -1 && days <= mostDays && Math.sign(decisions[i]!.change) === Math.sign(changes[j]!.change);
      const options: Matching[] = [
        ...(isPair
          ? [{ count: rest.count + 1, days: rest.days + Math.abs(days), first: 'pair' as const }]
          : []),
        { ...table[i]![j + 1]!, first: 'skip change' },
        { ...table[i + 1]![j]!, first: 'skip decision' },
      ];
      table[i]![j] = options.reduce((best, other) => {
        const difference = other.count - best.count || best.days - other.days;
        return difference > 0 ? other : best;
      });
    }
  }
  const partners = new Map<number, number>();
  let [i, j] = [0, 0];
  for (let { first } = table[0]![0]!; first; { first } = table[i]![j]!) {
    if (first === 'pair') partners.set(i, j);
    if (first !== 'skip change') i++;
    if (first !== 'skip decision') j++;
  }
  return partners;
}

function stateOf({ day }: Change, { check, steps, areGiven, lastDay }: Checked): LoanDecision['state'] {
  const isUncertain = (check?.rows ?? []).some(
    ({ date, status }) => status === 'not_checked' && dayOf(date) > day && dayOf(date) <= day + mostDays,
  );
  if (steps.length === 0 || (!areGiven && isUncertain)) return 'undated';
  return lastDay <= day + mostDays ? 'open' : 'not_passed_on';
}

/** The interest of the days between, less the interest at the new rate. Null where a day of them is not checked. */
function costOf(decision: Change, change: Change, { check, convention, years }: Checked): number | null {
  if (change.day <= decision.day) return 0;
  if (!convention) return null;
  let coveredDays = 0;
  let costCents = 0;
  for (const row of check?.rows ?? []) {
    if (row.status === 'not_checked') continue;
    const period = periodOfCharge(row, convention, years);
    const from = Math.max(period.firstDay, decision.day);
    const to = Math.min(period.lastDay, change.day - 1);
    if (from > to) continue;
    coveredDays += to + 1 - from;
    const plain = withRate(period, from, to, change.rateMillionths);
    const changed = withYears(plain, convention.days_in_year, years);
    costCents +=
      interestCents(period, convention, chargeScale) - interestCents(changed, convention, chargeScale);
  }
  return coveredDays === change.day - decision.day ? costCents / 100 : null;
}

/** The same period, of which the days from `from` to `to` have another rate. */
function withRate({ firstDay, lastDay, runs }: Period, from: number, to: number, rate: number): Period {
  const [balances, rates, changed] = [newSteps(), newSteps(), newSteps()];
  for (const run of runs) {
    addStep(balances, run.firstDay, run.balanceCents);
    addStep(rates, run.firstDay, run.rate);
  }
  for (const day of [...rates.days, from, to + 1].toSorted((one, other) => one - other))
    addStep(changed, day, day >= from && day <= to ? rate : valueOn(rates, day));
  return periodOf([firstDay, lastDay], balances, changed);
}
