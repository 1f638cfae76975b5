/**
 * Which charges that are too much may have been given back later. Amounts decide first: texts name a refund in many ways, and
 * the rows of a followed loan have none.
 */
import type { StatementResult } from 'contract/statements/statements.ts';
import { dayOf } from './days.ts';
import type { Move } from './possible-charges.ts';
import { type Credit, judge, mostJudged } from './usual-credits.ts';

type Charge = Pick<
  StatementResult['rows'][number],
  'date' | 'status' | 'difference' | 'charged' | 'reason' | 'cause'
>;

/** The rows that may give back each charge, by its index. None where a later charge is less by as much. */
type Refunds = Map<number, readonly Move[]>;

/** Less than this is evened out by rounding. */
const leastCents = 100;
/** Days from the charge to the last row of several, or of one that is less. Banks may post it some days before the charge. */
const [earlyDays, lateDays] = [7, 130];
/** What is given back with interest is between these shares, and after those days from the second. A part is at least the last. */
const [lowestShare, lateShare, highestShare, smallestPart] = [0.99, 1.01, 1.05, 0.05];
/** More parts than this are equal, or come within some days. */
const [mostParts, mostNearParts] = [3, 4];
/** Goodwill is a round amount, up to this one; rounder, and with little interest, where both come. */
const [goodwillStep, roundStep, goodwill] = [500, 5_000, 15_000];
const littleInterest = 0.015;
/** What is given back beside the sum itself, the surest first. */
const passes = ['exact', 'goodwill', 'interest', 'both'] as const;
type Pass = (typeof passes)[number];
/** A row whose texts name a refund gives back up to so many times the sum, and as much more. */
const [mostNamedTimes, mostNamedMore] = [3, 5_000];
/** Several rows that give back more, to the cent or not, come within so many days. */
const partsDays = 7;
/** Of so many rows after a charge, and of so many charges in a row, sums are tried. */
const [mostCredits, mostCharges] = [30, 12];
/** So many charges, each given back within so many days, are no chance. */
const [leastReturned, returnDays] = [3, 40];
/** The next charge gives back nearly all: it has interest on what was charged as well. */
const nearlyAll = 0.95;
/**
 * The search looks at no more than so many wrong charges. Ordinary loans have fewer, and without the limit a long request takes
 * minutes.
 */
const mostWrong = 60;
/** So few payments, itself too, are as large as one with a refund in it. */
const mostAsLarge = 2;
export function refundsOf(charges: readonly Charge[], movesOf: () => readonly Move[]): Refunds {
  const wrong = charges.flatMap((charge, index) => {
    const cents = missingCents(charge);
    const charged = Math.round(100 * charge.charged);
    return cents < leastCents ? [] : [{ index, cents, charged, day: dayOf(charge.date) }];
  });
  if (wrong.length === 0) return new Map();
  const credits = creditsOf(charges, movesOf());
  const found = returnedEach(charges, wrong, credits);
  const lessAfter = (index: number) =>
    sumOf(charges.slice(index + 1).map((charge) => Math.max(0, 0 - missingCents(charge))));
  for (const { index, cents } of wrong) {
    // Two months may have been charged at once.
    if (charges[index + 1]?.reason === 'gap' || lessAfter(index) >= nearlyAll * cents) found.set(index, []);
  }
  const used = new Set<Credit>();
  const [isUsualExactly, isUsualAbout] = [true, false].map((isExact) => judge(credits, isExact));
  const tried = wrong.slice(0, mostWrong);
  const lengths = tried.map((_, index) => index + 1).filter((length) => length <= mostCharges);
  const tries = [
    // All of them may be one long run.
    ...passes.map((pass) => ({ pass, length: tried.length })),
    ...passes.flatMap((pass) => lengths.map((length) => ({ pass, length }))),
  ];
  for (const { pass, length } of tries) {
    const isExact = pass === 'exact' || pass === 'goodwill';
    const isFree = (credit: Credit) =>
      !used.has(credit) && !(isExact ? isUsualExactly : isUsualAbout)!(credit);
    for (let first = 0; first + length <= tried.length; first++) {
      const run = tried.slice(first, first + length);
      if (run.some(({ index }) => found.has(index))) continue;
      const [cents, charged] = [run.map((each) => each.cents), run.map((each) => each.charged)].map(sumOf);
      const wanted = { cents: cents!, charged: charged!, day: run.at(-1)!.day, pass };
      const parts = partsOf(wanted, credits, isFree);
      if (parts.length === 0) continue;
      for (const part of parts) used.add(part);
      for (const { index } of run) found.set(index, parts);
    }
  }
  let usualCredits: readonly Credit[] | undefined;
  const usual = () => (usualCredits ??= credits.slice(0, mostJudged).filter(isUsualAbout!));
  // The longest runs first: of several charges, none that it may have given back is left.
  for (const length of new Set([tried.length, ...lengths.toReversed()]))
    for (let first = 0; first + length <= tried.length; first++) {
      const run = tried.slice(first, first + length);
      if (run.some(({ index }) => found.has(index))) continue;
      const { day } = run.at(-1)!;
      const cents = sumOf(run.map((each) => each.cents));
      const free = credits.filter((credit) => !used.has(credit) && credit.day >= day - earlyDays);
      const named = namedParts(
        cents,
        free.filter((credit) => credit.move.isRefund && !isUsualAbout!(credit)),
      );
      const near = free.filter((credit) => credit.day <= day + lateDays).slice(0, mostCredits);
      const parts = named.length > 0 ? named : withPayment(cents, near, usual());
      for (const part of parts) used.add(part);
      if (parts.length > 0) for (const { index } of run) found.set(index, parts);
    }
  for (const { index, cents, charged, day } of tried) {
    if (found.has(index) || lessAfter(index) === 0) continue;
    // A part by later charges, and the rest by rows.
    const rest = { cents: cents - lessAfter(index), charged, day, pass: 'exact' } as const;
    const parts = partsOf(rest, credits, (credit) => !used.has(credit) && !isUsualExactly!(credit));
    if (parts.length > 0) found.set(index, parts);
  }
  return new Map([...found].map(([index, parts]) => [index, parts.map(({ move }) => move)]));
}

/** Where a bank gives back each month, by a row of its own, what the offset accounts save. No payments have these amounts. */
function returnedEach(
  charges: readonly Charge[],
  wrong: readonly { index: number; cents: number; day: number }[],
  credits: readonly Credit[],
): Map<number, readonly Credit[]> {
  const ofOffset = wrong.filter(({ index }) => charges[index]!.cause === 'offset_ignored');
  const returned = ofOffset.flatMap(({ index, cents, day }): [number, Credit[]][] => {
    const near = credits.filter((credit) => credit.day >= day - earlyDays && credit.day <= day + returnDays);
    const found = near.find(({ size }) => size >= cents * lowestShare && size <= cents * highestShare);
    return found ? [[index, [found]]] : [];
  });
  return new Map(
    returned.length >= leastReturned && 4 * returned.length >= 3 * ofOffset.length ? returned : [],
  );
}

const missingCents = ({ status, difference }: Charge): number =>
  status === 'differs' ? Math.round(100 * (difference ?? 0)) : 0;

function creditsOf(charges: readonly Charge[], moves: readonly Move[]): Credit[] {
  let next = 0;
  return moves
    .filter(({ cents }) => cents < 0)
    .toSorted((one, other) => (one.date < other.date ? -1 : Number(one.date > other.date)))
    .map((move) => {
      while (next < charges.length && charges[next]!.date <= move.date) next++;
      const size = 0 - move.cents;
      const charged = Math.round(100 * (charges[next - 1]?.charged ?? 0));
      return { move, day: dayOf(move.date), size, isCharge: !move.isOffset && size === charged };
    });
}

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0);

interface Sum {
  cents: number;
  /** All that was charged: a bank may take it back, and charge it again. */
  charged: number;
  /** That of the last charge. */
  day: number;
  pass: Pass;
}

/** The rows that add up to a sum. */
function partsOf(
  { cents, charged, day, pass }: Sum,
  credits: readonly Credit[],
  isFree: (credit: Credit) => boolean,
): readonly Credit[] {
  const later = credits.filter((credit) => credit.day >= day - earlyDays);
  const near = later.filter((credit) => credit.day <= day + lateDays);
  const [least, most] = [cents * lowestShare - 1, cents * highestShare + 1];
  const isAll: Record<Pass, (credit: Credit) => boolean> = {
    exact: ({ size }) => size === cents || size === charged,
    goodwill: ({ size }) => isGoodwill(size - cents, goodwillStep),
    interest: (credit) =>
      credit.size <= most && credit.size >= (credit.day <= day + lateDays ? least : cents * lateShare),
    both: (credit) => {
      const interest = (credit.size - cents) % roundStep;
      const isGood = isGoodwill(credit.size - cents - interest, roundStep);
      return isGood && interest <= littleInterest * cents && credit.day <= day + lateDays;
    },
  };
  const single = later.find((credit) => isAll[pass](credit) && isFree(credit));
  if (single) return [single];
  const parts = near.filter(({ size }) => size >= smallestPart * cents && size < least).filter(isFree);
  const tried = parts.slice(0, mostCredits);
  if (pass === 'interest') return partsWithin(tried, least, most, mostNearParts, partsDays) ?? [];
  if (pass !== 'exact') return [];
  const equal = parts.filter(({ size }) => Math.abs(mostNearParts * size - cents) <= mostNearParts ** 2);
  return (
    partsWithin(tried, cents, cents, mostParts, Infinity) ??
    partsWithin(tried, cents, cents, mostNearParts, partsDays) ??
    partsWithin(equal, cents, cents, mostNearParts, Infinity) ??
    []
  );
}

/** The rows whose texts name a refund that give back a sum, with whatever comes with it. */
function namedParts(cents: number, credits: readonly Credit[]): readonly Credit[] {
  const [least, most] = [cents * lowestShare - 1, cents * mostNamedTimes + mostNamedMore];
  const named = credits
    .filter(({ size }) => size >= smallestPart * cents && size <= most)
    .slice(0, mostCredits);
  const single = named.find(({ size }) => size >= least);
  return single ? [single] : (partsWithin(named, least, most, mostParts, Infinity) ?? []);
}

/**
 * The row that is larger than a usual one of its account by the sum, or by about as much where usual ones differ by less: a
 * repayment and a refund may come as one.
 */
function withPayment(cents: number, credits: readonly Credit[], usual: readonly Credit[]): readonly Credit[] {
  const isBack = (rest: number) =>
    isGoodwill(rest - cents, goodwillStep) ||
    (rest >= cents * lowestShare - 1 && rest <= cents * highestShare + 1);
  const found = credits.find((credit) => {
    if (credit.isCharge) return false;
    const payments = usual.filter(({ move }) => move.isOffset === credit.move.isOffset);
    const sizes = payments.map(({ size }) => size).toSorted((a, b) => a - b);
    const [least, most] = [sizes[0] ?? 0, sizes.at(-1 - mostAsLarge) ?? Infinity];
    const isLarge = credit.size > most && cents > most - least;
    return payments.some(({ size }) => {
      const rest = credit.size - size;
      return rest === cents || (isLarge && isBack(rest));
    });
  });
  return found ? [found] : [];
}

const isGoodwill = (cents: number, step: number) => cents > 0 && cents <= goodwill && cents % step === 0;

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
