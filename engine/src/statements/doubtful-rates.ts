/**
 * Which charges that differ may only have had another rate, or another day of its change. None of them is called wrong: a
 * rate that nobody knows, or a day that is typed wrongly, must not accuse a bank of a right charge.
 */
import { fewestCharges } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { dayOf, yearLengths } from './days.ts';
import { periodOfCharge } from './periods.ts';
import { fittingRates } from './rate-fit.ts';

type Charge = StatementResult['rows'][number];

/** By the index of the charge, the rate in hundredths of a percent that would explain it, or null. */
export function doubtfulRates(result: StatementResult): Map<number, number | null> {
  const { rows, alternative, totals } = result;
  if (totals.differing === 0) return new Map();
  const { explained, differing } = totals;
  // No way of calculating, or no rates, from which they could differ.
  const isUnknown = alternative !== null || explained < fewestCharges || explained < differing;
  const fitOf = fits(result);
  const doubtful = new Map<number, number | null>();
  for (const [index, row] of rows.entries()) {
    if (row.status !== 'differs') continue;
    const fit = row.cause === 'charged_twice' ? null : fitOf(row);
    if (isUnknown || fit !== null || row.cause === 'rate_late' || !isRateProven(index, rows))
      doubtful.set(index, fit);
  }
  return doubtful;
}

/** What no rate of an ordinary loan looks like, so that it is certain also where only the charges on one side prove the rate. */
const certainCauses: ReadonlySet<Charge['cause']> = new Set(['charged_twice', 'offset_ignored']);

/** Whether the charges before and after it are explained by its rate, and the rate does not change between them. */
function isRateProven(index: number, rows: readonly Charge[]): boolean {
  const row = rows[index]!;
  const isExplained = ({ status }: Charge) => status === 'explained';
  const before = rows.slice(0, index).findLast(isExplained);
  const after = rows.slice(index + 1).find(isExplained);
  if ((!before || !after) && !certainCauses.has(row.cause)) return false;
  const isSteady = row.rate_changed_on === null && (after?.rate_changed_on ?? null) === null;
  return (
    isSteady &&
    [before, after].every((other) => !other || other.annual_interest_rate === row.annual_interest_rate)
  );
}

/** The lowest rate that would explain a charge under the convention of the result. */
function fits({ convention }: StatementResult): (row: Charge) => number | null {
  if (!convention) return () => null;
  return (row) => {
    if (row.from === null || row.to === null) return null;
    const years = yearLengths(dayOf(row.from), dayOf(row.to));
    const period = periodOfCharge(row, convention, years);
    const range = fittingRates(period, convention, Math.round(100 * row.charged));
    return range && range.low / 100;
  };
}
