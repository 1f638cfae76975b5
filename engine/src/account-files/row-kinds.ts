/** Which rows of a loan account are interest and which are fees. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { breaksOfRhythm, correctionDays, daysBetween, rechargeDays, waiverDays } from './charge-rhythm.ts';
import { correction, fee, plainText } from './kinds.ts';
import type { AccountRow } from './reading.ts';

export type RowKind = 'interest' | 'fee' | 'other';

export interface KindOfRow {
  kind: RowKind;
  /** Whether a person must confirm it before a difference is shown. */
  isAsked: boolean;
}

const sameTexts = 3;
/** Of those of a few days. */
const mostReversals = 20;

const adds = ({ cents }: AccountRow): boolean => cents !== null && cents >= 0;

/** The kinds of the rows of an account, in their order. */
export function* kindsOf(rows: readonly AccountRow[]): Slices<KindOfRow[]> {
  const texts = yield* mapSlices(rows, (row) => plainText(row.texts));
  const countsOf = (isCounted: (row: AccountRow) => boolean) => {
    const counts = new Map<string, number>();
    for (const [index, row] of rows.entries())
      if (isCounted(row) && adds(row)) counts.set(texts[index]!, (counts.get(texts[index]!) ?? 0) + 1);
    return counts;
  };
  const strong = countsOf(({ interest }) => interest === 'strong');
  const weak = countsOf(({ interest }) => interest === 'weak');
  const hasUsualText = [...strong.values()].some((count) => count >= sameTexts);
  const isUnusual = (index: number) => hasUsualText && (strong.get(texts[index]!) ?? 0) < sameTexts;
  const charges = rows.map((row, index) => row.interest === 'strong' && adds(row) && !isUnusual(index));
  yield;
  const recharges = rechargesIn(rows);
  const { extra, doubtful } = breaksOfRhythm(
    rows.filter((_, index) => charges[index] && !recharges.has(index)),
  );
  yield;
  const repayments = takenBackBy(rows, charges);
  yield;
  const waived = waivedFees(rows);

  return yield* mapSlices(rows, (row, index): KindOfRow => {
    const isCorrection = row.texts.some((text) => correction.test(text));
    if (row.interest === 'strong') {
      if (adds(row)) {
        if (!charges[index] || extra.has(row)) return asked('other');
        return doubtful.has(row) ? asked('interest') : sure('interest');
      }
      if (isCorrection) return sure('interest');
      if (repayments.role === 'repayment') return sure('other');
      return repayments.role === 'correction' && repayments.rows.has(index)
        ? sure('interest')
        : asked('other');
    }
    if (row.interest === 'weak') {
      if (adds(row)) return asked((weak.get(texts[index]!) ?? 0) >= sameTexts ? 'interest' : 'other');
      return isCorrection ? asked('other') : sure('other');
    }
    const isFee = row.isFee || row.texts.some((text) => fee.test(text));
    return isFee && adds(row) && !waived.has(index) ? sure('fee') : sure('other');
  });
}

/** The indexes of interest that is charged again, after a row of the same days that took back most of it. */
function rechargesIn(rows: readonly AccountRow[]): Set<number> {
  const found = new Set<number>();
  const reversals = rows.flatMap((row, index) =>
    row.interest === 'strong' && (row.cents ?? 0) < 0 ? [{ ...row, index }] : [],
  );
  let [start, end] = [0, 0];
  for (const [index, { date, size }] of rows.entries()) {
    while (start < reversals.length && daysBetween(reversals[start]!.date, date) > rechargeDays) start++;
    while (end < reversals.length && reversals[end]!.index < index) end++;
    const recent = reversals.slice(Math.max(start, end - mostReversals), end);
    if (recent.some((reversal) => 2 * reversal.size >= size)) found.add(index);
  }
  return found;
}

interface Repayments {
  /** The rows that are as large as a charge at most 100 days before them, one for each charge. */
  rows: ReadonlySet<number>;
  /** One now and then is a correction. Where nearly every charge is taken back so, it is repaid. */
  role: 'correction' | 'repayment' | 'open';
}

function takenBackBy(rows: readonly AccountRow[], charges: readonly boolean[]): Repayments {
  const taking = new Set<number>();
  /** The days of the charges of a size, of which the oldest is taken back first. */
  const open = new Map<number, { dates: string[]; next: number }>();
  let count = 0;
  for (const [index, row] of rows.entries()) {
    const { size, date, cents, interest, texts } = row;
    if (charges[index] && size > 0) {
      count++;
      const ofSize = open.get(size) ?? { dates: [], next: 0 };
      ofSize.dates.push(date);
      open.set(size, ofSize);
    }
    if (interest !== 'strong' || (cents ?? 0) >= 0 || texts.some((text) => correction.test(text))) continue;
    const ofSize = open.get(size);
    if (!ofSize) continue;
    const { dates } = ofSize;
    while (ofSize.next < dates.length && daysBetween(dates[ofSize.next]!, date) > correctionDays)
      ofSize.next++;
    if (ofSize.next < dates.length) taking.add(index);
    ofSize.next++;
  }
  const isFew = taking.size <= 2 && 3 * taking.size <= count;
  const role = taking.size > 0 && 4 * taking.size >= 3 * count ? 'repayment' : isFew ? 'correction' : 'open';
  return { rows: taking, role };
}

const sure = (kind: RowKind): KindOfRow => ({ kind, isAsked: false });
const asked = (kind: RowKind): KindOfRow => ({ kind, isAsked: true });

/** The indexes of the fees that are taken back. Each waiver takes back one: the last one before it. */
function waivedFees(rows: readonly AccountRow[]): Set<number> {
  const waived = new Set<number>();
  const open = new Map<number, number[]>();
  for (const [index, { size, date, cents, isFee, texts }] of rows.entries()) {
    const isNamed = texts.some((text) => fee.test(text));
    if ((cents ?? 0) > 0 && (isFee || isNamed))
      open
        .set(size, open.get(size) ?? [])
        .get(size)!
        .push(index);
    const isWaiver = (cents ?? 0) < 0 && (isNamed || texts.some((text) => correction.test(text)));
    const last = isWaiver ? open.get(size)?.pop() : undefined;
    if (last !== undefined && daysBetween(rows[last]!.date, date) <= waiverDays) waived.add(last);
  }
  return waived;
}
