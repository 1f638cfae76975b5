/**
 * Which charges that differ may only have had another rate, or another day of its change. None of them is called wrong: a
 * rate that nobody knows, or a day that is typed wrongly, must not accuse a bank of a right charge.
 */
import { fewestCharges } from 'contract/statements/statements.constants.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { dayOf, yearLengths } from './days.ts';
import { periodOfCharge } from './periods.ts';
import { mostPoints } from './levels.ts';
import { commonRates, fittingRates, type RateRange } from './rate-fit.ts';

type Charge = StatementResult['rows'][number];

/** By the index of the charge, the rate in hundredths of a percent that would explain it, or null. */
export function doubtfulRates(result: StatementResult): Map<number, number | null> {
  const { rows, alternative, totals } = result;
  if (totals.differing === 0) return new Map();
  const { explained, differing } = totals;
  const ignored = rows.filter(
    ({ status, cause }) => status === 'differs' && cause === 'offset_ignored',
  ).length;
  // No way of calculating, or no rates, from which they could differ.
  const isUnknown = (known: number, others: number) =>
    alternative !== null || known < fewestCharges || known < others;
  const inRows = ratesInRow(result);
  const doubtful = new Map<number, number | null>();
  for (const [index, row] of rows.entries()) {
    if (row.status !== 'differs') continue;
    const inRow = inRows.get(index);
    const fit = inRow ?? (row.cause === 'charged_twice' ? null : fitOf(row, result));
    const isBase =
      row.cause === 'offset_ignored'
        ? // Without the accounts, they have the rate too.
          isUnknown(explained + ignored, differing - ignored)
        : isUnknown(explained, differing);
    if (
      isBase ||
      inRow !== undefined ||
      fit !== null ||
      row.cause === 'rate_late' ||
      !isRateProven(index, result)
    )
      doubtful.set(index, fit);
  }
  return doubtful;
}

const isExplained = (charge: Charge | undefined) => charge?.status === 'explained';

/**
 * Whether the charges before and after it are explained by its rate, and the rate does not change between them. Twice the
 * interest, or exactly what it is without the offset account, is no rate of some days.
 */
function isRateProven(index: number, result: StatementResult): boolean {
  const { rows } = result;
  const row = rows[index]!;
  const before = rows.slice(0, index).findLast(isExplained);
  const after = rows.slice(index + 1).find(isExplained);
  const isSteady =
    row.rate_changed_on === null &&
    (after?.rate_changed_on ?? null) === null &&
    [before, after].every((other) => !other || other.annual_interest_rate === row.annual_interest_rate);
  if (!isSteady) return false;
  if (row.cause === 'charged_twice') return true;
  // Before it was linked, or after, an offset account is none.
  if (row.cause === 'offset_ignored') return before !== undefined && after !== undefined;
  // Beside another charge without a known rate, a rate of some days may be that of both.
  return isExplained(rows[index - 1]) && isExplained(rows[index + 1]);
}

/** Whether a rate may be that of a charge, by the rates of charges that are explained. */
const isPlausibleRate = (rate: number, rows: readonly Charge[]): boolean =>
  rows.some(
    ({ status, annual_interest_rate: known }) =>
      status === 'explained' && known !== null && Math.abs(known - rate) <= mostPoints,
  );

/** The lowest rate that would explain a charge under the convention of the result. */
function fitOf(row: Charge, result: StatementResult): number | null {
  const range = rangeOf(row, result);
  return range && isPlausibleRate(range.low / 100, result.rows) ? range.low / 100 : null;
}

/**
 * The rates of charges in a row that differ or have no rate, of which two beside each other have one in common, though no loan has it: by the
 * index of the charge. Where rates were typed, there are none.
 */
function ratesInRow(result: StatementResult): Map<number, number | null> {
  const found = new Map<number, number | null>();
  let row: { index: number; range: RateRange | null; isUnknown: boolean }[] = [];
  for (const [index, charge] of [...result.rows.entries(), [-1, undefined] as const]) {
    const isUnknown = charge?.reason === 'rate_unknown';
    if (charge?.status === 'differs' || isUnknown) {
      row.push({ index, range: charge.fitting_rate === null ? null : rangeOf(charge, result), isUnknown });
      continue;
    }
    if (row.some(({ range }, at) => range && row[at + 1]?.range && commonRates(range, row[at + 1]!.range!)))
      for (const each of row) if (!each.isUnknown) found.set(each.index, each.range && each.range.low / 100);
    row = [];
  }
  return found;
}

function rangeOf(row: Charge, { convention }: StatementResult): RateRange | null {
  const { from, to, charged } = row;
  if (!convention || from === null || to === null) return null;
  const period = periodOfCharge(row, convention, yearLengths(dayOf(from), dayOf(to)));
  return fittingRates(period, convention, Math.round(100 * charged));
}
