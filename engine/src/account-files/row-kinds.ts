/** Which rows of a loan account are interest and which are fees. */
import { mapSlices, type Slices } from 'engine/slices.ts';
import { correction, fee, plainText } from './kinds.ts';
import type { AccountRow } from './reading.ts';

export type RowKind = 'interest' | 'fee' | 'other';

export interface KindOfRow {
  kind: RowKind;
  /** Whether a person must confirm it before a difference is shown. */
  isAsked: boolean;
}

const sameTexts = 3;
const correctionDays = 100;
const waiverDays = 31;
const dayMs = 86_400_000;

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / dayMs;

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

  return yield* mapSlices(rows, (row, index): KindOfRow => {
    const isCorrection = row.texts.some((text) => correction.test(text));
    if (row.interest === 'strong') {
      if (adds(row)) return charges[index] ? sure('interest') : asked('other');
      return isCorrection || takesBack(rows, index, charges) ? sure('interest') : asked('other');
    }
    if (row.interest === 'weak') {
      if (adds(row)) return asked((weak.get(texts[index]!) ?? 0) >= sameTexts ? 'interest' : 'other');
      return isCorrection ? asked('other') : sure('other');
    }
    const isFee = row.isFee || row.texts.some((text) => fee.test(text));
    return isFee && adds(row) && !isTakenBack(rows, index) ? sure('fee') : sure('other');
  });
}

/** Whether a row is as large as a charge at most 100 days before it. */
function takesBack(rows: readonly AccountRow[], index: number, charges: readonly boolean[]): boolean {
  const { size, date } = rows[index]!;
  for (let at = index - 1; at >= 0; at--) {
    if (daysBetween(rows[at]!.date, date) > correctionDays) return false;
    if (charges[at] && rows[at]!.size === size) return true;
  }
  return false;
}

const sure = (kind: RowKind): KindOfRow => ({ kind, isAsked: false });
const asked = (kind: RowKind): KindOfRow => ({ kind, isAsked: true });

/** Each waiver takes back one fee: the last one before it. */
function isTakenBack(rows: readonly AccountRow[], index: number): boolean {
  const { size, date } = rows[index]!;
  const isFeeRow = (row: AccountRow) =>
    row.size === size &&
    row.cents !== null &&
    row.cents > 0 &&
    (row.isFee || row.texts.some((text) => fee.test(text)));
  let open = 0;
  for (let at = index; at < rows.length; at++) {
    const row = rows[at]!;
    if (daysBetween(date, row.date) > waiverDays) return false;
    if (at > index && isFeeRow(row)) open++;
    const isWaiver =
      row.size === size &&
      row.cents !== null &&
      row.cents < 0 &&
      row.texts.some((text) => fee.test(text) || correction.test(text));
    if (!isWaiver) continue;
    if (open === 0) return true;
    open--;
  }
  return false;
}
