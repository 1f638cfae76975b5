/** Which fees that repeat each other may be right. None of them is called charged twice. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { daysBetween, isMonth, longestMonth, waiverDays } from './charge-rhythm.ts';
import { type Checked, contextOf } from './evidence.ts';
import { bankRefundIn, correction, fee, isBankFee, plainText, textWithMonths } from './kinds.ts';
import type { LoanRow } from './read-account-files.ts';

const isFeeRow = ({ isFee, texts }: LoanRow) => isFee || isBankFee(texts);

/** About a week: three fees at such distances are no fee charged twice. */
const fewestDays = 5;

/**
 * Fees that repeat each other only by an answer or by its days, through which no balances lead, that a person pays to others,
 * that were given back, or of which one may be that of a month before.
 */
export function restingRepeats(checked: Checked, result: StatementResult): Set<number> {
  const { rows } = checked;
  const { findings } = result;
  if (!findings.some(({ kind }) => kind === 'repeat')) return new Set();
  const { open, stated } = contextOf(checked, result);
  const isOpen = (row: LoanRow) =>
    row.isKindAnswered || open.some(({ first, last }) => last >= row.date && first <= row.date);
  const isReturned = returnsOf(rows);
  const isLate = lateFeesOf(rows);
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
  const isWeekly = (row: number, other: number, pair: readonly LoanRow[]) =>
    daysBetween(pair[1]!.date, pair[0]!.date) >= fewestDays &&
    findings.some((each) => each.kind === 'repeat' && (each.row === other || each.other_row === row));
  return new Set(
    findings.flatMap(({ kind, row, other_row: other }, index) => {
      if (kind !== 'repeat') return [];
      const pair = [row, other ?? 0].flatMap((number) => rows[number - 1] ?? []);
      const [text, before] = pair.map(({ texts }) => textWithMonths(texts));
      const isTwice = pair.length === 2 && text !== '' && text === before && pair.every(isFeeRow);
      return isTwice &&
        areStated(row, other!) &&
        !isWeekly(row, other!, pair) &&
        !isLate(pair[1]!) &&
        !pair.some((each) => isOpen(each) || isReturned(each))
        ? []
        : [index];
    }),
  );
}

/** Whether a fee was given back: also both in one sum, or with another sum that is given back; later, to the cent by its words. */
function returnsOf(rows: readonly LoanRow[]): (row: LoanRow) => boolean {
  const credits = rows
    .filter(({ cents }) => (cents ?? 0) < 0)
    .map(({ date, size, texts }) => ({
      date,
      size,
      hasWord:
        texts.some((text) => fee.test(text) || correction.test(text)) ||
        bankRefundIn(texts, false) === 'named',
    }));
  return ({ size, date }) =>
    credits.some((credit) => {
      const isExact = credit.size === size || credit.size === 2 * size;
      return (
        credit.date >= date &&
        (credit.hasWord || isExact) &&
        ((credit.hasWord && isExact) || daysBetween(date, credit.date) <= waiverDays)
      );
    });
}

/** Whether a monthly fee has none in the month before. */
function lateFeesOf(rows: readonly LoanRow[]): (row: LoanRow) => boolean {
  const fees = rows
    .filter((row) => (row.cents ?? 0) > 0 && isFeeRow(row))
    .map(({ date, texts }) => ({ date, text: plainText(texts) }));
  return ({ texts, date }) => {
    const text = plainText(texts);
    const days = fees.flatMap((each) => (each.text === text ? each.date : []));
    const before = days.findLast((day) => day < date);
    return (
      (before === undefined || daysBetween(before, date) > longestMonth) &&
      days.some((day, index) => index > 0 && isMonth(days[index - 1]!, day))
    );
  };
}
