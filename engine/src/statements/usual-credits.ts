/** Which rows are repayments, salaries or what else comes regularly, and so no refunds. */
import type { Move } from './possible-charges.ts';

export interface Credit {
  move: Move;
  day: number;
  size: number;
  /** Whether it is exactly the charge before it. */
  isCharge: boolean;
}

/** No more rows are judged, for the time that it takes. */
export const mostJudged = 400;
/** So many payments in a rhythm are regular. */
const leastGaps = 5;
/** Repayments that are not equal are about as large as each other. */
const aboutShare = 0.1;

/** `isUsual`, which is computed once for each row. */
export function judge(credits: readonly Credit[], isExact: boolean): (credit: Credit) => boolean {
  const known = new Map<Credit, boolean>();
  return (credit) => {
    const usual = known.get(credit) ?? (known.size >= mostJudged || isUsual(credit, credits, isExact));
    if (known.size < mostJudged) known.set(credit, usual);
    return usual;
  };
}

/**
 * Whether equal rows, or rows of about its size, come in most months, so that it is a repayment or a salary. Not if it comes
 * between two of them.
 */
function isUsual(credit: Credit, credits: readonly Credit[], isExact: boolean): boolean {
  const ofAccount = credits.filter(({ move }) => isAlikeIn(move, credit.move));
  const alike = ofAccount.filter(
    ({ size, isCharge }) =>
      size === credit.size ||
      (isCharge && credit.isCharge) ||
      (!isExact && Math.abs(size - credit.size) <= aboutShare * credit.size),
  );
  // What is equal to the cent may stand in the place of a payment.
  if (!isExact && isOnUsualDay(credit, ofAccount)) return true;
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

/** Of the same account, and refunds by their names beside such alone. */
const isAlikeIn = (one: Move, other: Move): boolean =>
  one.isOffset === other.isOffset && Boolean(one.isRefund) === Boolean(other.isRefund);

/** Whether it comes as long after the payment before it as that, and the next, come after theirs: no other came in its place. */
function isOnUsualDay({ day, size, isCharge }: Credit, credits: readonly Credit[]): boolean {
  const regular = credits.filter((other) => 2 * other.size >= size && 2 * other.size <= 3 * size);
  const gaps = gapsOf(regular);
  const usual = gaps.toSorted((a, b) => a - b)[gaps.length >> 1] ?? 0;
  const at = regular.findIndex((other) => other.day === day && other.size === size);
  const around = [gaps[at - 1], gaps[at]];
  const most = Math.max(1, usual * aboutShare);
  const isRegular = (gap: number | undefined) => gap !== undefined && Math.abs(gap - usual) <= most;
  const count = gaps.filter(isRegular).length;
  return (
    count >= leastGaps &&
    2 * count > gaps.length &&
    around.every((gap) => isRegular(gap) || (gap === undefined && isCharge))
  );
}

const gapsOf = (credits: readonly Credit[]): number[] =>
  credits.slice(1).map(({ day }, at) => day - credits[at]!.day);

const monthsBetween = (first: string, last: string): number =>
  12 * (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) +
  Number(last.slice(5, 7)) -
  Number(first.slice(5, 7)) +
  1;
