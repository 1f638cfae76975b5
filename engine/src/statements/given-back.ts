/**
 * Which charges that are too much may have been given back later, by amounts alone: texts name a refund in many ways, and the
 * rows of a followed loan have none.
 */
import type { StatementResult } from 'contract/statements/statements.ts';
import { dayOf } from './days.ts';
import type { Move } from './possible-charges.ts';

type Charge = Pick<StatementResult['rows'][number], 'date' | 'status' | 'difference' | 'charged' | 'reason'>;

/** The rows that may give back each charge, by its index. None where a later charge is less by as much. */
export type GivenBack = Map<number, readonly Move[]>;

/** Less than this is evened out by rounding. */
const leastCents = 100;
/** Days from the charge to the last row of several, or of one with interest. Banks may post it some days before the charge. */
const [earlyDays, lateDays] = [7, 130];
/** What is given back, with interest and goodwill, is between these shares, and a part is at least the last one. */
const [lowestShare, highestShare, smallestPart] = [0.99, 1.05, 0.05];
const mostParts = 3;
/** Goodwill is a round amount, up to this one. */
const [goodwillStep, goodwill] = [500, 10_000];
/** Several rows that give back more, to the cent or not, come within so many days. */
const partsDays = 7;
/** Of so many rows after a charge, and of so many charges in a row, sums are tried. */
const [mostCredits, mostCharges] = [30, 12];
/** The next charge gives back nearly all: it has interest on what was charged as well. */
const nearlyAll = 0.95;
/** Repayments that are not equal are about as large as each other. */
const aboutShare = 0.1;

interface Credit {
  move: Move;
  day: number;
  size: number;
  /** Whether it is exactly the charge before it. */
  isCharge: boolean;
}

export function givenBack(charges: readonly Charge[], moves: readonly Move[]): GivenBack {
  const wrong = charges.flatMap((charge, index) => {
    const cents = missingCents(charge);
    const charged = Math.round(100 * charge.charged);
    return cents < leastCents ? [] : [{ index, cents, charged, day: dayOf(charge.date) }];
  });
  const found = new Map<number, readonly Credit[]>();
  for (const { index, cents } of wrong) {
    const later = charges.slice(index + 1);
    const less = later.reduce((sum, each) => sum + Math.max(0, 0 - missingCents(each)), 0);
    // Two months may have been charged at once.
    if (later[0]?.reason === 'gap' || less >= nearlyAll * cents) found.set(index, []);
  }
  const credits = creditsOf(charges, moves);
  const used = new Set<Credit>();
  for (const isExact of [true, false]) {
    const isFree = (credit: Credit) => !used.has(credit) && !isUsual(credit, credits, isExact);
    for (let length = 1; length <= Math.min(wrong.length, mostCharges); length++) {
      for (let first = 0; first + length <= wrong.length; first++) {
        const run = wrong.slice(first, first + length);
        if (run.some(({ index }) => found.has(index))) continue;
        const [cents, charged] = [run.map((each) => each.cents), run.map((each) => each.charged)].map(sumOf);
        const wanted = { cents: cents!, charged: charged!, day: run.at(-1)!.day, isExact };
        const parts = partsOf(wanted, credits, isFree);
        if (parts.length === 0) continue;
        for (const part of parts) used.add(part);
        for (const { index } of run) found.set(index, parts);
      }
    }
  }
  return new Map([...found].map(([index, parts]) => [index, parts.map(({ move }) => move)]));
}

const missingCents = ({ status, difference }: Charge): number =>
  status === 'differs' ? Math.round(100 * (difference ?? 0)) : 0;

function creditsOf(charges: readonly Charge[], moves: readonly Move[]): Credit[] {
  return moves
    .flatMap((move) => {
      if (move.cents >= 0) return [];
      const size = 0 - move.cents;
      const before = charges.findLast(({ date }) => date <= move.date);
      const isCharge = !move.isOffset && before !== undefined && size === Math.round(100 * before.charged);
      return [{ move, day: dayOf(move.date), size, isCharge }];
    })
    .toSorted((one, other) => one.day - other.day);
}

/**
 * Whether equal rows, or rows of about its size, come in most months, so that it is a repayment or a salary. Not if it comes
 * between two of them.
 */
function isUsual(credit: Credit, credits: readonly Credit[], isExact: boolean): boolean {
  const ofAccount = credits.filter(({ move }) => move.isOffset === credit.move.isOffset);
  const alike = ofAccount.filter(
    ({ size, isCharge }) =>
      size === credit.size ||
      (isCharge && credit.isCharge) ||
      (!isExact && Math.abs(size - credit.size) <= aboutShare * credit.size),
  );
  const months = new Set(alike.map(({ move }) => move.date.slice(0, 7))).size;
  const all = monthsBetween(credits[0]!.move.date, credits.at(-1)!.move.date);
  if (2 * months <= all) return false;
  const gaps = gapsOf(alike);
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  // Also one that is larger may be the repayment beside which it comes.
  const others = ofAccount.filter(({ size }) => size >= (1 - aboutShare) * credit.size);
  const around = gapsOf(others);
  const at = others.indexOf(credit);
  return [around[at - 1], around[at]].every((gap) => gap === undefined || 2 * gap > usual + 1);
}

const gapsOf = (credits: readonly Credit[]): number[] =>
  credits.slice(1).map(({ day }, at) => day - credits[at]!.day);

const monthsBetween = (first: string, last: string): number =>
  12 * (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) +
  Number(last.slice(5, 7)) -
  Number(first.slice(5, 7)) +
  1;

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

interface Sum {
  cents: number;
  /** All that was charged: a bank may take it back, and charge it again. */
  charged: number;
  /** That of the last charge. */
  day: number;
  /** To the cent, or with interest. */
  isExact: boolean;
}

/** Up to three rows that add up to a sum. */
function partsOf(
  { cents, charged, day, isExact }: Sum,
  credits: readonly Credit[],
  isFree: (credit: Credit) => boolean,
): readonly Credit[] {
  const [least, most] = isExact ? [cents, cents] : [cents * lowestShare - 1, cents * highestShare];
  const later = credits.filter((credit) => credit.day >= day - earlyDays);
  const near = later.filter((credit) => credit.day <= day + lateDays);
  const isAll = ({ size }: Credit) =>
    (size >= least && size <= most) ||
    (isExact &&
      (size === charged ||
        (size > cents && size <= cents + goodwill && (size - cents) % goodwillStep === 0)));
  const single = (isExact ? later : near).find((credit) => isAll(credit) && isFree(credit));
  if (single) return [single];
  const parts = near.filter(({ size }) => size >= smallestPart * cents && size < least).filter(isFree);
  const days = isExact ? Infinity : partsDays;
  return partsWithin(parts.slice(0, mostCredits), least, most, mostParts, days) ?? [];
}

/** The first rows within some days that add up to an amount between the two. */
function partsWithin(
  credits: readonly Credit[],
  least: number,
  most: number,
  parts: number,
  days: number,
): readonly Credit[] | null {
  for (const [at, credit] of credits.entries()) {
    if (credit.size > most) continue;
    if (credit.size >= least) return [credit];
    const rest = credits.slice(at + 1).filter(({ day }) => day <= credit.day + days);
    const others = parts > 1 && partsWithin(rest, least - credit.size, most - credit.size, parts - 1, days);
    if (others) return [credit, ...others];
  }
  return null;
}
