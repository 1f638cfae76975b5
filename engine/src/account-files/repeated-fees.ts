/** Which fees that repeat each other may be right. None of them is called charged twice. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { daysBetween, isMonth, longestMonth, waiverDays } from './charge-rhythm.ts';
import { dayOf } from 'engine/statements/days.ts';
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
  const repeats = findings.filter(({ kind }) => kind === 'repeat');
  if (repeats.length === 0) return new Set();
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
  const [later, earlier] = [
    new Set(repeats.map(({ row }) => row)),
    new Set(repeats.map(({ other_row: other }) => other)),
  ];
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
        !isLate(pair[1]!) &&
        !pair.some((each) => isOpen(each) || isReturned(each))
        ? []
        : [index];
    }),
  );
}

/**
 * Whether a fee was given back: within a month to the cent, both in one sum, or with another sum by words of a refund; later to
 * the cent alone, by no word of a repayment.
 */
function returnsOf(rows: readonly LoanRow[]): (row: LoanRow) => boolean {
  const credits = rows
    .filter(({ cents }) => (cents ?? 0) < 0)
    .map(({ date, size, texts }) => {
      const words = bankRefundIn(texts, false);
      const hasWord = words === 'named' || texts.some((text) => fee.test(text) || correction.test(text));
      return { day: dayOf(date), size, hasWord, mayReturn: hasWord || words !== null };
    });
  return ({ size, date }) => {
    const day = dayOf(date);
    return credits.some((credit) => {
      const isExact = credit.size === size || credit.size === 2 * size;
      const isSoon = credit.day - day <= waiverDays;
      return credit.day >= day && (isExact ? isSoon || credit.mayReturn : isSoon && credit.hasWord);
    });
  };
}

/** Whether a monthly fee has none in the month before. */
function lateFeesOf(rows: readonly LoanRow[]): (row: LoanRow) => boolean {
  const monthly = new Set<string>();
  const latest = new Map<string, string>();
  /** The day of the fee of this text before one of a day. */
  const before = new Map<string, string | undefined>();
  for (const row of rows) {
    if ((row.cents ?? 0) <= 0 || !isFeeRow(row)) continue;
    const text = plainText(row.texts);
    const last = latest.get(text);
    if (last === row.date) continue;
    if (last !== undefined && isMonth(last, row.date)) monthly.add(text);
    before.set(`${text} ${row.date}`, last);
    latest.set(text, row.date);
  }
  return ({ texts, date }) => {
    const text = plainText(texts);
    const last = before.get(`${text} ${date}`);
    return monthly.has(text) && (last === undefined || daysBetween(last, date) > longestMonth);
  };
}
