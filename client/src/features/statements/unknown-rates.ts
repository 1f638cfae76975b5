/** The sentences about charges whose rate is not known. */
import type { StatementResult } from 'contract/statements/statements.ts';
import { formatLongDate, formatShortRate } from '#parts/format/format.ts';

type Charge = StatementResult['rows'][number];

/** Up to so many charges have a sentence each. */
const fewCharges = 3;

/** A change of the rate is certain only between two rates. Before the first and after the last the rate is not known. */
export function unknownRateSentences(rows: readonly Charge[]): string[] {
  const rateOf = (row: Charge | undefined) => row?.annual_interest_rate ?? null;
  const first = rows.findIndex((row) => rateOf(row) !== null);
  const last = rows.findLastIndex((row) => rateOf(row) !== null);
  if (first < 0) return [];
  const unknown = [...rows.entries()].filter(([, { reason }]) => reason === 'rate_unknown');
  const rowsWhere = (isThere: (index: number) => boolean) =>
    unknown.flatMap(([index, row]) => (isThere(index) ? row : []));
  const gaps: Charge[][] = [];
  let levelBefore: number | undefined;
  for (const [index, row] of unknown) {
    if (index < first || index > last) continue;
    const level = rows.findLastIndex((other, before) => before < index && rateOf(other) !== null);
    if (level === levelBefore) gaps.at(-1)!.push(row);
    else gaps.push([row]);
    levelBefore = level;
  }
  return [
    ...endSentences(
      rowsWhere((index) => index < first),
      rateOf(rows[first])!,
      `Your rate before ${formatLongDate(rows[first]!.from ?? rows[first]!.date)} is not known.`,
      'was another',
    ),
    ...gaps.map((gap) => {
      const [begin, end] = [gap[0]!, gap.at(-1)!];
      return `Your rate changed between ${formatLongDate(begin.from ?? begin.date)} and ${formatLongDate(end.date)}, and the charges alone do not say when. Enter the rates from your lender’s letters.`;
    }),
    ...endSentences(
      rowsWhere((index) => index > last),
      rateOf(rows[last])!,
      `Your rate after ${formatLongDate(rows[last]!.date)} is not known.`,
      'changed',
    ),
  ];
}

/** About charges before the first rate or after the last. */
function endSentences(charges: readonly Charge[], rate: number, notKnown: string, verb: string): string[] {
  const [first] = charges;
  if (!first) return [];
  if (charges.length > fewCharges) {
    return [
      `${notKnown} ${charges.length} charges from ${formatLongDate(first.date)} to ${formatLongDate(charges.at(-1)!.date)} are not explained by ${formatShortRate(rate)}. Enter the rates from your lender’s letters.`,
    ];
  }
  const sentences = charges.map(({ date, fitting_rate: fit }) => {
    const fits = fit === null ? '' : `: ${formatShortRate(fit)} would explain it`;
    return `The charge on ${formatLongDate(date)} is not explained by ${formatShortRate(rate)}. If your rate ${verb}, enter it${fits}.`;
  });
  return [notKnown, ...sentences];
}
