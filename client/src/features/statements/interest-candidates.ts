import { groupBy } from './group-by.ts';
import { textWithMonths } from 'engine/account-files/kinds.ts';
import type { LoanRow } from 'engine/account-files/read-account-files.ts';

const dayMs = 86_400_000;
const [fewest, shortest, longest] = [3, 26, 35];

interface InterestCandidate {
  /** As it stands in the first row. */
  text: string;
  rows: readonly LoanRow[];
}

export const plainRowText = ({ texts }: Pick<LoanRow, 'texts'>): string => textWithMonths(texts);

/** The texts that add to the debt about every month. */
export function interestCandidates(rows: readonly LoanRow[]): InterestCandidate[] {
  const adding = rows.filter(({ cents }) => (cents ?? 0) > 0);
  return [...groupBy(adding, plainRowText)].flatMap(([plain, ofText]) => {
    const days = ofText.map(({ date }) => Date.parse(date) / dayMs);
    const isMonthly = days.every((day, index) => {
      const distance = day - (days[index - 1] ?? Number.NaN);
      return index === 0 || (distance >= shortest && distance <= longest);
    });
    const text = ofText[0]?.texts.join(' ') ?? '';
    return ofText.length >= fewest && isMonthly && plain !== '' ? [{ text, rows: ofText }] : [];
  });
}
