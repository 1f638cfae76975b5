/** Which fees that repeat each other may be right. None of them is called charged twice. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { groupBy } from 'engine/group-by.ts';
import { repeatDays } from 'engine/statements/account.ts';
import { daysBetween, isMonthOrMore, waiverDays } from './charge-rhythm.ts';
import { type Checked, contextOf } from './evidence.ts';
import { bankRefundIn, correction, fee, isBankFee, plainText, textWithMonths } from './kinds.ts';
import { compareDays } from './order.ts';
import type { LoanRow } from './read-account-files.ts';

const isFeeRow = ({ isFee, texts }: LoanRow) => isFee || isBankFee(texts);

/** About a week: three fees at such distances are no fee charged twice. */
const fewestDays = 5;

/** About a quarter, with the days by which a fee may come later. */
const longestPeriod = 100;

/**
 * Fees that repeat each other only by an answer or by its days, through which no balances lead, that a person pays to others,
 * that were given back, or of which one makes up for a month without one.
 */
export function restingRepeats(checked: Checked, result: StatementResult): Set<number> {
  const { rows } = checked;
  const { findings } = result;
  const repeats = findings.filter(({ kind }) => kind === 'repeat');
  if (repeats.length === 0) return new Set();
  const { open, stated } = contextOf(checked, result);
  const isOpen = (row: LoanRow) =>
    row.isKindAnswered || open.some(({ first, last }) => last >= row.date && first <= row.date);
  /** Files whose balances are not passed on, and do not lead through all rows: by days, a row beside others may stand there once more. */
  const broken = new Set(
    rows.flatMap(({ balance, follows, size, file }, index) =>
      balance === null && !follows && size > 0 && index > 0 ? file : [],
    ),
  );
  /** A row that stands in the files once more is no second fee: the balances lead to one alone. */
  const areStated = (row: number, other: number) => {
    const between = rows.slice(other - 1, row);
    const isOneFile = between.every(({ file }) => file === between[0]!.file);
    return between.every(
      ({ balance, follows, file }, index) =>
        stated.has(other - 1 + index) && (balance !== null || !follows || (isOneFile && !broken.has(file))),
    );
  };
  const [later, earlier] = [
    new Set(repeats.map(({ row }) => row)),
    new Set(repeats.map(({ other_row: other }) => other)),
  ];
  const ordered = rows.toSorted(
    (one, other) => compareDays(one, other) || (other.cents ?? 0) - (one.cents ?? 0),
  );
  const returned = returnedFees(ordered, new Set(rows.filter((_, index) => later.has(index + 1))));
  const late = lateFees(ordered, returned);
  const isOtherwiseReturned = otherReturnsOf(ordered);
  const isWeekly = (row: number, other: number) =>
    daysBetween(rows[other - 1]!.date, rows[row - 1]!.date) >= fewestDays &&
    (later.has(other) || earlier.has(row));
  return new Set(
    findings.flatMap(({ kind, row, other_row: other }, index) => {
      if (kind !== 'repeat') return [];
      const pair = [row, other ?? 0].flatMap((number) => rows[number - 1] ?? []);
      const [text, before] = pair.map(({ texts }) => textWithMonths(texts));
      const isTwice = pair.length === 2 && text !== '' && text === before && pair.every(isFeeRow);
      return isTwice &&
        areStated(row, other!) &&
        !isWeekly(row, other!) &&
        !late.has(pair[0]!) &&
        !pair.some((each) => isOpen(each) || returned.has(each) || isOtherwiseReturned(each))
        ? []
        : [index];
    }),
  );
}

/** Whether a row names a refund of a fee, or may be one. */
function refundIn({ texts }: LoanRow) {
  const words = bankRefundIn(texts, false);
  const isNamed = words === 'named' || texts.some((text) => fee.test(text) || correction.test(text));
  return { isNamed, isPossible: isNamed || words !== null };
}

/**
 * The fees that were given back to the cent: by any row within a month, or later by one that may be a refund. Each row gives back
 * one fee, the last before it, or two in one sum, the last that repeat others.
 */
function returnedFees(ordered: readonly LoanRow[], repeats: ReadonlySet<LoanRow>): Set<LoanRow> {
  const returned = new Set<LoanRow>();
  /** By the sums that would give them back. */
  const open = new Map<number, LoanRow[]>();
  for (const row of ordered) {
    const { size, date } = row;
    const isFee = (row.cents ?? 0) > 0;
    if (isFee && isFeeRow(row))
      for (const sum of repeats.has(row) ? [size, 2 * size] : [size])
        open
          .set(sum, open.get(sum) ?? [])
          .get(sum)!
          .push(row);
    const fees = (!isFee && open.get(size)) || [];
    const last = fees.at(-1);
    if (!last || (daysBetween(last.date, date) > waiverDays && !refundIn(row).isPossible)) continue;
    const count = last.size < size && fees.at(-2)?.size === last.size ? 2 : 1;
    for (const each of fees.splice(-count)) returned.add(each);
  }
  return returned;
}

/** Whether a row gave back a fee in another sum, within a month and by its words. */
function otherReturnsOf(ordered: readonly LoanRow[]): (row: LoanRow) => boolean {
  const credits = ordered.filter((row) => (row.cents ?? 0) < 0 && refundIn(row).isNamed);
  return ({ size, date }) => {
    const next = credits.find(
      (credit) => credit.date >= date && credit.size !== size && credit.size !== 2 * size,
    );
    return next !== undefined && daysBetween(date, next.date) <= waiverDays;
  };
}

const averageMonth = 30.44;

/** The fees that make up for months or quarters without one: with them, there are no more than periods since the first. */
function lateFees(ordered: readonly LoanRow[], returned: ReadonlySet<LoanRow>): Set<LoanRow> {
  const late = new Set<LoanRow>();
  const charged = ordered.filter((row) => (row.cents ?? 0) > 0 && isFeeRow(row));
  const byText = groupBy(charged, ({ texts, size }) => `${plainText(texts)} ${size}`);
  for (const fees of byText.values()) {
    const first = fees[0].date;
    let [last, shortest] = [first, Infinity];
    for (const { date } of fees) {
      const days = daysBetween(last, date);
      if (days <= repeatDays) continue;
      if (isMonthOrMore(last, date) && days <= longestPeriod) shortest = Math.min(shortest, days);
      last = date;
    }
    const period = Math.round(shortest / averageMonth) * averageMonth;
    let count = 0;
    for (const row of fees) {
      if (!returned.has(row)) count++;
      if (count <= Math.round(daysBetween(first, row.date) / period) + 1) late.add(row);
    }
  }
  return late;
}
