/**
 * Which charges that are too much may have been given back later. Amounts decide first: texts name a refund in many ways, and
 * the rows of a followed loan have none.
 */
import type { StatementCharge } from 'contract/statements/statements.ts';
import { mapSlices, type Slices } from 'engine/slices.ts';
import { dayOf, stepAt } from './days.ts';
import type { Move } from './possible-charges.ts';
import { type Credit, judge, mostJudged } from './usual-credits.ts';

type Charge = Pick<StatementCharge, 'date' | 'status' | 'difference' | 'charged' | 'reason' | 'cause'>;

/** The rows that may give back each charge, by its index. None where a later charge is less by as much. */
type Refunds = Map<number, readonly Move[]>;

/** Less than this is evened out by rounding. */
const leastCents = 100;
/** Days from the charge to the last row of several, or of one that is less. Banks may post it some days before the charge. */
const [earlyDays, lateDays] = [7, 130];
/** What is given back with interest is between these shares, and after those days no less. A part is at least the last. */
const [lowestShare, highestShare, smallestPart] = [0.99, 1.05, 0.05];
/** More parts than this are equal, or come within some days. */
const [mostParts, mostNearParts] = [3, 4];
/** Goodwill is a round amount, up to this one; rounder, and with little interest, where both come. */
const [goodwillStep, roundStep, goodwill] = [500, 5_000, 15_000];
const littleInterest = 0.015;
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
/** The search looks at no more than so many wrong charges: ordinary loans have fewer. */
const mostWrong = 60;
/** So few payments, itself too, are as large as one with a refund in it. */
const mostAsLarge = 2;

interface Sum {
  cents: number;
  /** All that was charged: a bank may take it back, and charge it again. */
  charged: number;
  /** That of the last charge. */
  day: number;
}

/** Amounts of one row that may give back a sum, and whether only soon after. */
type Range = readonly [least: number, most: number, isNear?: boolean];

const inSteps = (step: number): number[] =>
  Array.from({ length: goodwill / step }, (_, at) => step * (at + 1));

/** What is given back beside the sum itself, the surest first. */
const ways: readonly ((sum: Sum) => Range[])[] = [
  ({ cents, charged }) => [cents, charged].map((size) => [size, size]),
  ({ cents }) => inSteps(goodwillStep).map((more) => [cents + more, cents + more]),
  ({ cents }) => [
    [cents, cents * highestShare + 1],
    [cents * lowestShare - 1, cents * highestShare + 1, true],
    ...inSteps(roundStep).map((more): Range => [cents + more, (1 + littleInterest) * cents + more, true]),
  ],
];
const [exact, , withMore] = ways;
/** What a row of the words of a refund gives back, with whatever comes with it. */
const named = ({ cents }: Sum): Range[] => [
  [cents * lowestShare - 1, cents * mostNamedTimes + mostNamedMore],
];

export function* refundsOf(charges: readonly Charge[], movesOf: () => readonly Move[]): Slices<Refunds> {
  const wrong = charges.flatMap((charge, index) => {
    const cents = missingCents(charge);
    const charged = Math.round(100 * charge.charged);
    return cents < leastCents ? [] : [{ index, cents, charged, day: dayOf(charge.date) }];
  });
  if (wrong.length === 0) return new Map();
  const credits = creditsOf(charges, movesOf());
  yield;
  const within = sortedBy(credits, ({ day }) => day);
  const between = sortedBy(credits, ({ size }) => size);
  const found = returnedEach(charges, wrong, within);
  const lessAfter = (index: number) =>
    sumOf(charges.slice(index + 1).map((charge) => Math.max(0, 0 - missingCents(charge))));
  for (const { index, cents } of wrong)
    // Two months may have been charged at once.
    if (charges[index + 1]?.reason === 'gap' || lessAfter(index) >= nearlyAll * cents) found.set(index, []);
  const used = new Set<Credit>();
  const [isUsualExactly, isUsualAbout] = [true, false].map((isExact) => judge(credits, isExact));
  const tried = wrong.slice(0, mostWrong);
  const lengths = tried.map((_, index) => index + 1).filter((length) => length <= mostCharges);
  // All of them may be one long run.
  for (const ofLengths of [[tried.length], lengths])
    for (const way of ways) yield* search(ofLengths, (sum) => partsOf(sum, way));
  const judged = credits.slice(0, mostJudged);
  const areUsual = yield* mapSlices(judged, (credit) => isUsualAbout!(credit));
  const payments = paymentsOf(judged.filter((_, index) => areUsual[index]));
  // The longest runs first: of several charges, none that it may have given back is left.
  yield* search([tried.length, ...lengths.toReversed()], (sum) => {
    const parts = partsOf(sum, named);
    if (parts.length > 0) return parts;
    const near = within(sum.day - earlyDays, sum.day + lateDays).filter((credit) => !used.has(credit));
    return withPayment(sum.cents, near.slice(0, mostCredits), payments);
  });
  for (const { index, cents, charged, day } of tried) {
    if (found.has(index) || lessAfter(index) === 0) continue;
    // A part by later charges, and the rest by rows.
    const parts = partsOf({ cents: cents - lessAfter(index), charged, day }, exact!);
    if (parts.length > 0) found.set(index, parts);
  }
  return new Map([...found].map(([index, parts]) => [index, parts.map(({ move }) => move)]));

  /** Tries runs of charges of each length of which none was given back yet, the least first: each takes the row nearest to it. */
  function* search(ofLengths: readonly number[], find: (sum: Sum) => readonly Credit[]): Slices<void> {
    for (const length of ofLengths) {
      const runs = tried.slice(length - 1).map((last, first) => {
        const run = tried.slice(first, first + length);
        const [cents, charged] = [run.map((each) => each.cents), run.map((each) => each.charged)].map(sumOf);
        return { run, sum: { cents: cents!, charged: charged!, day: last.day } };
      });
      for (const { run, sum } of runs.toSorted((one, other) => one.sum.cents - other.sum.cents)) {
        if (run.some(({ index }) => found.has(index))) continue;
        yield;
        const parts = find(sum);
        for (const part of parts) used.add(part);
        if (parts.length > 0) for (const [index, own] of ownParts(run, parts)) found.set(index, own);
      }
    }
  }

  /** The rows that add up to a sum. */
  function partsOf(sum: Sum, way: (sum: Sum) => Range[]): readonly Credit[] {
    const { cents, day } = sum;
    const isUsual = way === withMore || way === named ? isUsualAbout! : isUsualExactly!;
    const isFree = (credit: Credit) =>
      !used.has(credit) && (way !== named || credit.move.refundWords) && !isUsual(credit);
    const least = cents * lowestShare - 1;
    const [single] = way(sum)
      .flatMap(([low, high, isNear]) =>
        between(low, high).filter(
          (credit) =>
            credit.day >= day - earlyDays && (!isNear || credit.day <= day + lateDays) && isFree(credit),
        ),
      )
      .toSorted((one, other) => Math.abs(one.size - cents) - Math.abs(other.size - cents));
    if (single) return [single];
    if (way !== exact && way !== withMore && way !== named) return [];
    const parts = within(day - earlyDays, way === named ? Infinity : day + lateDays).filter(
      (credit) => credit.size >= smallestPart * cents && credit.size < least && isFree(credit),
    );
    const first = parts.slice(0, mostCredits);
    if (way === named) return partsWithin(first, least, named(sum)[0]![1], mostParts, Infinity) ?? [];
    if (way === withMore)
      return partsWithin(first, least, cents * highestShare + 1, mostNearParts, partsDays) ?? [];
    const equal = parts.filter(({ size }) => Math.abs(mostNearParts * size - cents) <= mostNearParts ** 2);
    return (
      partsWithin(first, cents, cents, mostParts, Infinity) ??
      partsWithin(first, cents, cents, mostNearParts, partsDays) ??
      partsWithin(equal, cents, cents, mostNearParts, Infinity) ??
      []
    );
  }
}

/** Each charge of a run takes the row of its own amount, and those without such a row have the others together. */
function ownParts(
  run: readonly { index: number; cents: number }[],
  parts: readonly Credit[],
): Map<number, readonly Credit[]> {
  const others = [...parts];
  const own = new Map<number, readonly Credit[]>();
  for (const { index, cents } of run) {
    const at = others.findIndex(({ size }) => size === cents);
    if (at >= 0) own.set(index, others.splice(at, 1));
  }
  const rest = others.length > 0 ? others : parts;
  return new Map(run.map(({ index }) => [index, own.get(index) ?? rest]));
}

/** Finds what has a value between two. */
function sortedBy<Item>(items: readonly Item[], valueOf: (item: Item) => number) {
  const sorted = items.toSorted((one, other) => valueOf(one) - valueOf(other));
  const steps = { days: [-Infinity, ...sorted.map(valueOf)], values: [] };
  return (least: number, most: number): Item[] =>
    sorted.slice(stepAt(steps, Math.ceil(least) - 1), stepAt(steps, most));
}

type Between<Item> = (least: number, most: number) => readonly Item[];

/** Where a bank gives back each month, by a row of its own, what the offset accounts save. No payments have these amounts. */
function returnedEach(
  charges: readonly Charge[],
  wrong: readonly { index: number; cents: number; day: number }[],
  within: Between<Credit>,
): Map<number, readonly Credit[]> {
  const ofOffset = wrong.filter(({ index }) => charges[index]!.cause === 'offset_ignored');
  const returned = ofOffset.flatMap(({ index, cents, day }): [number, Credit[]][] => {
    const found = within(day - earlyDays, day + returnDays).find(
      ({ size }) => size >= cents * lowestShare && size <= cents * highestShare,
    );
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

/** The sizes of usual rows of the loan, and of the offset accounts. */
const paymentsOf = (usual: readonly Credit[]) =>
  [false, true].map((isOffset) => {
    const sizes = usual.flatMap(({ move, size }) => (move.isOffset === isOffset ? size : []));
    const sorted = sizes.toSorted((one, other) => one - other);
    return {
      least: sorted[0] ?? 0,
      most: sorted.at(-1 - mostAsLarge) ?? Infinity,
      between: sortedBy(sizes, (size) => size),
    };
  });

/**
 * The row that is larger than a usual one of its account by the sum, or by about as much where usual ones differ by less: a
 * repayment and a refund may come as one.
 */
function withPayment(
  cents: number,
  credits: readonly Credit[],
  payments: ReturnType<typeof paymentsOf>,
): readonly Credit[] {
  const found = credits.find(({ size, isCharge, move }) => {
    if (isCharge) return false;
    const { least, most, between } = payments[Number(move.isOffset)]!;
    const isWith = (low: number, high = low) => between(size - high, size - low).length > 0;
    if (isWith(cents)) return true;
    return (
      size > most &&
      cents > most - least &&
      (isWith(cents * lowestShare - 1, cents * highestShare + 1) ||
        inSteps(goodwillStep).some((more) => isWith(cents + more)))
    );
  });
  return found ? [found] : [];
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
