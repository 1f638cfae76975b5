/** The causes of differences, for the reference of the check of a statement. */
import {
  type Convention,
  dateText,
  type Day,
  exactConventions,
  type readExactAccount,
} from './exact-account.ts';
import { interest, type RateOf, stepRate } from './exact-interest.ts';

export interface Level {
  low: number;
  high: number;
  members: number[];
  from: number;
  dated: number | null;
}
export interface Solution {
  c: Convention;
  explained: number;
  levels: Level[] | null;
  rateOf: RateOf;
  steps: { day: number; rate: number }[];
}

export function causeOf(
  solution: Solution,
  span: [number, number],
  [expected, charged]: [bigint, bigint],
  { offsets, daysOf }: Pick<ReturnType<typeof readExactAccount>, 'offsets' | 'daysOf'>,
): { cause: string; date: string | null } | null {
  const { c, rateOf } = solution;
  const days = daysOf(span, c);
  const is = (found: Day[], rule: Convention = c, rates = rateOf) => interest(found, rule, rates) === charged;
  if (charged === 2n * expected) return { cause: 'charged_twice', date: null };
  if (offsets.length > 0 && is(daysOf(span, c, false))) return { cause: 'offset_ignored', date: null };
  if (!solution.levels) {
    const changes = solution.steps.filter(({ rate }, n) => n === 0 || rate !== solution.steps[n - 1]!.rate);
    const last = changes.findLastIndex(({ day }) => day <= span[1]);
    if (last > 0 && span[0] - changes[last]!.day <= 100) {
      const before = stepRate(changes.slice(0, last));
      for (let day = Math.max(changes[last]!.day, span[0]) + 1; day <= span[1] + 1; day++) {
        if (is(days, c, (each) => (each < day ? before(each) : changes[last]!.rate))) {
          return { cause: 'rate_late', date: day > span[1] ? null : dateText(day) };
        }
      }
    }
  }
  if (c.days_in_year !== 'twelfth') {
    if (is([...days, days.at(-1)!])) return { cause: 'day_more', date: null };
    if (is(days.slice(0, -1))) return { cause: 'day_less', date: null };
  }
  if (
    ['365', '365_or_366', 'twelfth'].some(
      (days_in_year) => days_in_year !== c.days_in_year && is(daysOf(span, { ...c, days_in_year })),
    )
  ) {
    return { cause: 'other_year', date: null };
  }
  const roundings = exactConventions
    .slice(0, 6)
    .map(({ rounded_each, rounding }) => ({ ...c, rounded_each, rounding }));
  return roundings.some((rule) => is(days, rule)) ? { cause: 'other_rounding', date: null } : null;
}
