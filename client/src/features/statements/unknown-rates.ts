/** The sentences about charges whose rate is not known. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { formatLongDate, formatShortRate } from '#parts/format/format.ts';

type Charge = StatementResult['rows'][number];

const isKnown = ({ annual_interest_rate: rate }: Charge) => rate !== null;

/** A change of the rate is certain only between two rates. */
export function unknownRateSentences(rows: readonly Charge[]): string[] {
  const [first, last] = [rows.findIndex(isKnown), rows.findLastIndex(isKnown)];
  if (first < 0) return [];
  /** Charges without a rate, with the index of the last charge with a rate before them, or -1. */
  const stretches: { before: number; charges: Charge[] }[] = [];
  let lastKnown = -1;
  for (const [index, row] of rows.entries()) {
    if (isKnown(row)) lastKnown = index;
    if (row.reason !== 'rate_unknown') continue;
    if (stretches.at(-1)?.before !== lastKnown) stretches.push({ before: lastKnown, charges: [] });
    stretches.at(-1)!.charges.push(row);
  }
  return stretches.map(({ before, charges }) => {
    if (before < 0) return endSentence('first', charges, rows[first]!);
    if (before === last) return endSentence('last', charges, rows[last]!);
    const [begin, end] = [charges[0]!, charges.at(-1)!];
    return `Your rate changed between ${formatLongDate(begin.from ?? begin.date)} and ${formatLongDate(end.date)}, and the charges alone do not say when. Enter the rates from your lender’s letters.`;
  });
}

/** About charges before the first rate or after the last. */
function endSentence(
  end: string,
  charges: readonly Charge[],
  { annual_interest_rate: rate }: Charge,
): string {
  const isOne = charges.length === 1;
  const fit = isOne ? charges[0]!.fitting_rate : null;
  const who = isOne ? `${end} charge is` : `${end} ${charges.length} charges are`;
  const fits = fit === null ? '' : ` ${formatShortRate(fit)} would explain it.`;
  return `The ${who} not explained by ${formatShortRate(rate ?? 0)}. Your rate, or your offset balance, may have been another.${fits}`;
}
