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
  // Of the same account, and with words of a refund beside such alone: repayments may have no words at all.
  const accounts = new Map(
    [...new Set(credits.map(accountOf))].map((account) => [
      account,
      credits.filter((credit) => accountOf(credit) === account),
    ]),
  );
  const months = credits.length > 0 ? monthsBetween(credits[0]!.move.date, credits.at(-1)!.move.date) : 0;
  return (credit) => {
    const usual =
      known.get(credit) ??
      (known.size >= mostJudged || isUsual(credit, accounts.get(accountOf(credit))!, { isExact, months }));
    if (known.size < mostJudged) known.set(credit, usual);
    return usual;
  };
}

const accountOf = ({ move }: Credit): string => `${move.isOffset} ${move.refundWords ?? ''}`;

/**
 * Whether equal rows, or rows of about its size, come in most months, so that it is a repayment or a salary. Not if it comes
 * between two of them.
 */
function isUsual(
  credit: Credit,
  ofAccount: readonly Credit[],
  { isExact, months }: { isExact: boolean; months: number },
): boolean {
  // What is equal to the cent may stand in the place of a payment.
  if (!isExact && isOnUsualDay(credit, ofAccount)) return true;
  const alike = ofAccount.filter(
    ({ size, isCharge }) =>
      size === credit.size ||
      (isCharge && credit.isCharge) ||
      (!isExact && Math.abs(size - credit.size) <= aboutShare * credit.size),
  );
  if (2 * new Set(alike.map(({ move }) => move.date.slice(0, 7))).size <= months) return false;
  const usual = middleOf(gapsOf(alike));
  // Also one that is larger may be the repayment beside which it comes.
  const others = ofAccount.filter(({ size }) => size >= (1 - aboutShare) * credit.size);
  return gapsAround(credit, others).every((gap) => gap === undefined || 2 * gap > usual + 1);
}

/** Whether it comes as long after the payment before it as that, and the next, come after theirs: no other came in its place. */
function isOnUsualDay(credit: Credit, credits: readonly Credit[]): boolean {
  const { size, isCharge } = credit;
  const regular = credits.filter((other) => 2 * other.size >= size && 2 * other.size <= 3 * size);
  const gaps = gapsOf(regular);
  const usual = middleOf(gaps);
  const most = Math.max(1, usual * aboutShare);
  const isRegular = (gap: number | undefined) => gap !== undefined && Math.abs(gap - usual) <= most;
  const count = gaps.filter(isRegular).length;
  return (
    count >= leastGaps &&
    2 * count > gaps.length &&
    gapsAround(credit, regular).every((gap) => isRegular(gap) || (gap === undefined && isCharge))
  );
}

/** Days from the row before it, and to the next. */
function gapsAround(credit: Credit, credits: readonly Credit[]): (number | undefined)[] {
  const at = credits.indexOf(credit);
  const [before, after] = [credits[at - 1], credits[at + 1]];
  return [before && credit.day - before.day, after && after.day - credit.day];
}

const gapsOf = (credits: readonly Credit[]): Int32Array =>
  Int32Array.from(credits.slice(1), ({ day }, at) => day - credits[at]!.day);

const middleOf = (gaps: Int32Array): number => gaps.toSorted()[gaps.length >> 1] ?? 0;

const monthsBetween = (first: string, last: string): number =>
  12 * (Number(last.slice(0, 4)) - Number(first.slice(0, 4))) +
  Number(last.slice(5, 7)) -
  Number(first.slice(5, 7)) +
  1;
