import { groupBy } from 'engine/group-by.ts';
import { fewestCharges, isMonth } from 'engine/account-files/charge-rhythm.ts';
import { textWithMonths } from 'engine/account-files/kinds.ts';
import type { LoanRow } from 'engine/account-files/read-account-files.ts';

export const plainRowText = ({ texts }: Pick<LoanRow, 'texts'>): string => textWithMonths(texts);

/** The texts that add to the debt about every month, as each stands in its first row. */
export function interestCandidates(rows: readonly LoanRow[]) {
  const adding = rows.filter(({ cents }) => (cents ?? 0) > 0);
  return [...groupBy(adding, plainRowText)].flatMap(([plain, ofText]) => {
    const isMonthly = ofText.every(
      ({ date }, index) => index === 0 || isMonth(ofText[index - 1]!.date, date),
    );
    const text = ofText[0]?.texts.join(' ') ?? '';
    return ofText.length >= fewestCharges && isMonthly && plain !== '' ? [{ text, rows: ofText }] : [];
  });
}
