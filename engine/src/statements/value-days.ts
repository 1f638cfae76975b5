/** Whether a charge is right where a row counted from another day: banks date payments around weekends and holidays otherwise. */
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
  const [first, last] = [dayOf(from), dayOf(to) + 1];
  return moves.some(({ date, cents }) => {
    const day = dayOf(date);
    // One that counts on other days of the period adds to the interest or takes from it.
    const [earlier, later] = [Math.min(day - first, mostDays), Math.min(last - day, mostDays)];
    const ofDay = (cents * rate) / 36_500;
    const days = Math.round((100 * difference) / ofDay);
    const slack = Math.abs(divisorShare * days * ofDay) + roundedCents;
    return (
      day >= first &&
      day <= last &&
      days !== 0 &&
      days <= earlier &&
      -days <= later &&
      Math.abs(100 * difference - days * ofDay) <= slack
    );
  });
}
