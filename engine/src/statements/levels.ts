/** The levels of a rate that was found from the charges alone. */
import { commonRates, type RateRange } from './rate-fit.ts';

export interface Level extends RateRange {
  /** The first and the last charge of the level, from 0. */
  first: number;
  last: number;
  charges: number;
}

interface Charges {
  isCheckable: readonly boolean[];
  /** The rates that explain the charge; null if there are none, or it cannot be checked. */
  fits: readonly (RateRange | null)[];
  /** Whether a change between two rates within the period of a charge explains it. */
  isChange: (charge: number, before: number, after: number) => boolean;
}

/**
 * In percentage points: no rate of a loan differs by more from the rates before and after it. Charges that are twice too much
 * in a row have a rate in common, too.
 */
export const mostPoints = 5;
/** In hundredths of a percent, about how exactly a rate is twice another: whatever it is rounded to. */
const twiceSlack = 3;
/** Of more rates that no loan has, all stay: to look for each again would take too long. */
const mostUnlikely = 6;
/** So few charges at an end of the account are no level that goes on. */
const fewAtEnd = 2;

/** How levels are found: by the charges alone, or without those that no loan has. */
export type FindLevels = (charges: Charges) => Level[];

/** The levels without those that no loan has: their charges are not explained. */
export function likelyLevels(charges: Charges): Level[] {
  let { fits } = charges;
  for (let removed = 0; removed <= mostUnlikely; removed++) {
    const levels = findLevels({ ...charges, fits });
    const [least] = (levels.length > 1 ? levels : [])
      .filter((level, number) => {
        const others = [levels[number - 1], levels[number + 1]].filter((other) => other !== undefined);
        // A rate that goes on to the end, or comes from the start, may be any but twice the other, such as that after a fixed time.
        const isKnown = others.length === 2 || level.charges <= fewAtEnd;
        return others.every((other) => isTwice(level, other) || (isKnown && isFar(level, other)));
      })
      .toSorted((one, other) => one.charges - other.charges || other.low - one.low);
    if (!least) return levels;
    const { first, last } = least;
    fits = fits.map((fit, index) => (index >= first && index <= last ? null : fit));
  }
  return findLevels(charges);
}

const isFar = ({ low, high }: Level, other: Level): boolean =>
  Math.max(low - other.high, other.low - high) > 100 * mostPoints;

const isTwice = ({ low, charges }: Level, other: Level): boolean =>
  Math.abs(low - 2 * other.low) <= twiceSlack && charges <= other.charges;

/** Whether a rate in percent is one that no loan has beside another, as far as charges tell. */
export const isUnlikelyRate = (rate: number, other: number): boolean =>
  Math.abs(rate - other) > mostPoints || Math.abs(100 * rate - 200 * other) <= twiceSlack;

/** The levels that the charges alone give, whichever rates they are. */
export function findLevels({ isCheckable, fits, isChange }: Charges): Level[] {
  const levels: Level[] = [];
  for (const [index, fit] of fits.entries()) {
    if (!fit) continue;
    const current = levels.at(-1);
    const common = current && commonRates(current, fit);
    if (common) join(current, common, index);
    else if (isSupported(index, fit, current)) levels.push({ ...fit, first: index, last: index, charges: 1 });
  }
  for (const [number, level] of levels.entries()) {
    const end = levels[number - 1]?.last ?? -1;
    for (let index = level.first - 1; index > end; index--) {
      const fit = fits[index];
      const common = fit && commonRates(level, fit);
      if (common) join(level, common, index);
    }
  }
  return levels;

  /** A single charge never makes a rate by itself. */
  function isSupported(index: number, fit: RateRange, current: Level | undefined): boolean {
    const next = isCheckable.indexOf(true, index + 1);
    if (next > 0 && fits[next] && commonRates(fit, fits[next])) return true;
    const isAfterChange = isCheckable[index - 1] && !fits[index - 1] && current?.last === index - 2;
    return Boolean(isAfterChange && isChange(index - 1, current.low, fit.low));
  }
}

function join(level: Level, { low, high }: RateRange, index: number): void {
  level.low = low;
  level.high = high;
  level.first = Math.min(level.first, index);
  level.last = Math.max(level.last, index);
  level.charges++;
}
