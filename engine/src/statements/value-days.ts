/** Whether a charge is right where rows counted from another day: banks date payments around weekends and holidays otherwise. */
import type { StatementResult } from 'contract/statements/statements.ts';

/** What is owed or held changes by it. */
export interface Move {
  date: string;
  /** What it adds to the debt, or takes from an offset account. */
  cents: number;
}

type Charge = StatementResult['rows'][number];

const mostDays = 7;
const dayMs = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / dayMs;

/** The divisors of the ways of calculating differ by less, and so does what is rounded. */
const [divisorShare, roundedCents] = [0.025, 1];

export function hasOtherValueDay(charge: Charge, moves: readonly Move[]): boolean {
  const { from, to, difference, annual_interest_rate: rate } = charge;
  if (from === null || to === null || difference === null || rate === null) return false;
  const [first, end] = [dayOf(from), dayOf(to) + 1];
  const within = (day: number) => Math.min(Math.max(day, first), end);
  const shifts = moves.flatMap(({ date, cents }) => {
    const day = dayOf(date);
    const counted = within(day);
    // Days of the period for which it counts more or less if its own day is another.
    const [earlier, later] = [counted - within(day - mostDays), within(day + mostDays) - counted];
    const ofDay = (cents * rate) / 36_500;
    return earlier + later > 0 && ofDay !== 0 ? [{ earlier, later, ofDay }] : [];
  });
  const missing = 100 * difference;
  const [only] = shifts;
  if (only && shifts.length === 1) {
    const days = Math.round(missing / only.ofDay);
    const isPossible = days !== 0 && days <= only.earlier && -days <= only.later;
    return isPossible && Math.abs(missing - days * only.ofDay) <= slackOf(days * only.ofDay);
  }
  // The sums of several fill what is between the lowest and the highest.
  const ends = shifts.map(({ earlier, later, ofDay }) => [earlier * ofDay, -later * ofDay]);
  const low = ends.reduce((sum, both) => sum + Math.min(...both), 0);
  const high = ends.reduce((sum, both) => sum + Math.max(...both), 0);
  return shifts.length > 0 && missing >= low - slackOf(low) && missing <= high + slackOf(high);
}

const slackOf = (cents: number): number => Math.abs(divisorShare * cents) + roundedCents;
