/** The order in which the rows of an account stand. */
import { followingIn, follows, type Stepping } from './columns.ts';

interface Dated extends Stepping {
  number: number;
  date: string;
}

const mostTried = 2_000;

/** By days, and within a day as the balances follow. */
export function byDays<Row extends Dated>(rows: readonly Row[]): Row[] {
  const forward = rows.toSorted(compareDays);
  const backward = rows.toReversed().toSorted(compareDays);
  const sorted = better(rows, forward, backward);
  const ordered: Row[] = [];
  for (let start = 0; start < sorted.length;) {
    let end = start + 1;
    while (sorted[end]?.date === sorted[start]!.date) end++;
    ordered.push(...withinDay(ordered.at(-1), sorted.slice(start, end)));
    start = end;
  }
  return ordered;
}

export const compareDays = (one: { date: string }, other: { date: string }): number =>
  one.date < other.date ? -1 : one.date > other.date ? 1 : 0;

/** The number of rows of a day that do not follow, from the close of the day before. */
const breaksIn = (before: Stepping | undefined, day: readonly Stepping[]): number =>
  day.reduce((count, row, index) => count + Number(!follows(index === 0 ? before : day[index - 1], row)), 0);

function withinDay<Row extends Dated>(before: Row | undefined, day: Row[]): Row[] {
  if (day.length === 1) return day;
  const reversed = day.toReversed();
  const plain = breaksIn(before, reversed) < breaksIn(before, day) ? reversed : day;
  if (breaksIn(before, plain) === Number(!before)) return plain;
  return chain(before, day) ?? plain;
}

/** Any order of a day in which every row follows. The first row needs the close of the day before. */
function chain<Row extends Dated>(before: Row | undefined, day: readonly Row[]): Row[] | null {
  let tried = 0;
  const search = (last: Row | undefined, rest: readonly Row[]): Row[] | null => {
    if (rest.length === 0) return [];
    for (const [index, row] of rest.entries()) {
      if (++tried > mostTried) return null;
      if (last && !follows(last, row)) continue;
      const found = search(row, rest.toSpliced(index, 1));
      if (found) return [row, ...found];
    }
    return null;
  };
  return search(before, day);
}

/** The order of the file, or its reverse, in which more rows follow. */
export function asInFile<Row extends Dated>(rows: readonly Row[]): Row[] {
  return better(rows, rows, rows.toReversed());
}

/** The order in which more rows follow, or in which the file ascends where as many do. */
function better<Row extends Dated>(
  file: readonly Row[],
  forward: readonly Row[],
  backward: readonly Row[],
): Row[] {
  const [a, b] = [followingIn(forward), followingIn(backward)];
  const isBackward = a === b ? (file[0]?.date ?? '') > (file.at(-1)?.date ?? '') : b > a;
  return [...(isBackward ? backward : forward)];
}

/** Whether the days never go back. */
export const areAscending = (days: readonly (string | null)[]): boolean => {
  const known = days.filter((day) => day !== null);
  return known.every((day, index) => index === 0 || known[index - 1]! <= day);
};
