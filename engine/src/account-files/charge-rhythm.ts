/** The rhythm in which a bank charges interest, and rows of the same words that break it. */
import { dayMs } from 'contract/days.ts';
import { groupBy } from 'engine/group-by.ts';
import { compareDays } from './order.ts';
import type { AccountRow } from './reading.ts';

/** The distances of monthly charges, and how many of them prove that their text is interest. */
const [shortestMonth, longestMonth] = [26, 35];
export const fewestCharges = 3;

/** What was taken back is charged again within so many days. */
export const rechargeDays = 10;
/** A row that is as large as a charge may correct it within so many days. */
export const correctionDays = 100;
/** A fee may be given back within so many days. */
export const waiverDays = 31;

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

export const isMonthOrMore = (from: string, to: string): boolean => daysBetween(from, to) >= shortestMonth;

export const isMonth = (from: string, to: string): boolean =>
  isMonthOrMore(from, to) && daysBetween(from, to) <= longestMonth;

type Charge = Pick<AccountRow, 'date' | 'size'>;

/**
 * The rows of interest words that break a monthly rhythm: others of the same month, and of the same day. `doubtful` are the
 * charges in whose place they could be as well.
 */
export interface RhythmBreaks {
  extra: Set<Charge>;
  doubtful: Set<Charge>;
}

export function breaksOfRhythm(rows: readonly Charge[]): RhythmBreaks {
  const breaks: RhythmBreaks = { extra: new Set(), doubtful: new Set() };
  const days = [...groupBy(rows.toSorted(compareDays), ({ date }) => date).values()];
  const chain = longestChain(days.map(([{ date }]) => date));
  addSameDay(breaks, days);
  // A bank that charges every fortnight has no monthly rhythm.
  if (chain.length < fewestCharges || 2 * chain.length <= days.length + 1) return breaks;
  const dateAt = (place: number) => days[chain[place] ?? -1]?.[0].date;
  let place = 0;
  for (const [index, ofDay] of days.entries()) {
    while ((chain[place] ?? Infinity) < index) place++;
    if (chain[place] === index) continue;
    const { date } = ofDay[0];
    const [before, after] = [dateAt(place - 1), dateAt(place)];
    const isWithinMonth =
      before !== undefined && after !== undefined && daysBetween(before, after) <= longestMonth;
    const doubtful = [place - 1, place].filter(
      (other) => dateAt(other) !== undefined && fits(dateAt(other - 1), date, dateAt(other + 1)),
    );
    if (isWithinMonth || doubtful.length > 0) for (const row of ofDay) breaks.extra.add(row);
    for (const other of doubtful) for (const row of days[chain[other]!]!) breaks.doubtful.add(row);
  }
  return breaks;
}

const fits = (before: string | undefined, date: string, after: string | undefined): boolean =>
  (before === undefined || isMonthOrMore(before, date)) &&
  (after === undefined || isMonthOrMore(date, after));

/** The places of as many days as possible that are at least a month apart; of several, those of the usual day of the month. */
function longestChain(dates: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const date of dates) counts.set(date.slice(8), (counts.get(date.slice(8)) ?? 0) + 1);
  const most = Math.max(0, ...counts.values());
  const chains: { length: number; before: number }[] = [];
  /** The last day of the longest chain that ends a month or more before. */
  let [best, next] = [-1, 0];
  for (const date of dates) {
    for (; isMonthOrMore(dates[next]!, date); next++)
      if (best < 0 || chains[next]!.length > chains[best]!.length) best = next;
    const isUsual = counts.get(date.slice(8)) === most;
    // Far less than a day, so that it decides only between chains of as many days.
    const length = (chains[best]?.length ?? 0) + 1 + (isUsual ? 0.000_01 : 0);
    chains.push({ length, before: best });
  }
  const longest = Math.max(0, ...chains.map(({ length }) => length));
  const places: number[] = [];
  for (let at = chains.findIndex(({ length }) => length === longest); at >= 0; at = chains[at]!.before)
    places.unshift(at);
  return places;
}

/** Where a bank charges once a day, of several rows of a day that of the usual size is the charge. Equal ones are one, charged twice. */
function addSameDay({ extra, doubtful }: RhythmBreaks, days: readonly [Charge, ...Charge[]][]): void {
  const several = days.filter((ofDay) => ofDay.some(({ size }) => size !== ofDay[0].size));
  if (2 * several.length > days.length) return;
  const sizes = days.map(([{ size }]) => size).toSorted((one, other) => one - other);
  const usual = sizes[sizes.length >> 1] ?? 0;
  for (const ofDay of several) {
    const [charge, ...others] = ofDay.toSorted(
      (one, other) => Math.abs(one.size - usual) - Math.abs(other.size - usual),
    );
    doubtful.add(charge!);
    for (const row of others) extra.add(row);
  }
}
