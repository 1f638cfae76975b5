/** The sentences about a check of only a part of the account. */
import type { DayRange } from 'engine/account-files/to-statement.ts';
import { count } from 'contract/counts.ts';
import { formatLongDate } from '#parts/format/format.ts';

/** The days for which a person has an account checked. */
export interface CheckedPart {
  range: DayRange;
  /** The charges of these days, and all of the account. */
  checked: number;
  charges: number;
  /** Whether a loan that is followed has all rows. */
  isFollowedWhole: boolean;
}

/** Such as `9 July to 27 September 2023`. */
export function daysText({ from, to }: DayRange): string {
  const [first, last] = [formatLongDate(from), formatLongDate(to)];
  if (from === to) return first;
  const isOneYear = from.slice(0, 4) === to.slice(0, 4);
  return `${isOneYear ? first.slice(0, -' 2023'.length) : first} to ${last}`;
}

/** `a, b, or c` */
export const inList = (parts: readonly string[], word: 'and' | 'or'): string =>
  parts.length < 2
    ? parts.join('')
    : `${parts.slice(0, -1).join(', ')}${parts.length > 2 ? ',' : ''} ${word} ${parts.at(-1)!}`;

/** Of more charges than this, only the first and the last day are named. */
const mostDays = 4;

/** The days of some of the charges: a range only where all of its charges are meant. */
export function chargeDaysText(
  charges: readonly { date: string }[],
  all: readonly { date: string }[],
): string {
  const [from, to] = [charges[0]!.date, charges.at(-1)!.date];
  if (from === to) return `on ${formatLongDate(from)}`;
  const within = all.filter(({ date }) => date >= from && date <= to);
  if (charges.length > 2 && charges.length === within.length) return `from ${daysText({ from, to })}`;
  const days = charges.map(({ date }) => formatLongDate(date));
  return charges.length > mostDays ? `between ${days[0]!} and ${days.at(-1)!}` : `on ${inList(days, 'and')}`;
}

export const partText = ({ range, checked, charges }: CheckedPart): string =>
  `Only ${daysText(range)}: ${checked} of ${count(charges, 'charge')}.`;

export const followedPartText = ({ range, isFollowedWhole }: CheckedPart): string =>
  isFollowedWhole
    ? `The loan that you follow has all your rows, not only those of ${daysText(range)}.`
    : `Only the rows of ${daysText(range)} are kept: with the others, a charge that may be right would be called wrong.`;
