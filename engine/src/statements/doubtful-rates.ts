/**
 * Which charges that differ may only have had another rate, or another day of its change. None of them is called wrong: a
 * rate that nobody knows, or a day that is typed wrongly, must not accuse a bank of a right charge.
 */
import { fewestCharges } from 'contract/statements/statements.constants.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import { dayOf, yearLengths } from './days.ts';
import { periodOfCharge } from './periods.ts';
import { commonRates, fittingRates, type RateRange } from './rate-fit.ts';

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
    const fit = inRow ?? fitOf(index, result);
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

/** The lowest rate that would explain a charge, unless it is the interest several times, between two that are explained. */
function fitOf(index: number, result: StatementResult): number | null {
  const { rows } = result;
  const row = rows[index]!;
  const isMultiple = Math.round(100 * row.charged) % Math.round(100 * (row.expected ?? 0)) === 0;
  if (isMultiple && rows.slice(0, index).some(isExplained) && rows.slice(index + 1).some(isExplained))
    return null;
  const range = rangeOf(row, result);
  return range && range.low / 100;
}

/**
 * The rates of charges in a row that differ or have no rate, of which two beside each other have one in common, or are twice the
 * interest before the first charge that is explained or after the last: by the index of the charge.
 */
function ratesInRow(result: StatementResult): Map<number, number | null> {
  const found = new Map<number, number | null>();
  let row: ChargeInRow[] = [];
  for (const [index, charge] of [...result.rows.entries(), [-1, undefined] as const]) {
    if (charge?.status === 'differs' || charge?.reason === 'rate_unknown') {
      row.push({ index, charge, range: rangeOf(charge, result) });
      continue;
    }
    const isAtEnd = charge === undefined || row[0]?.index === 0;
    if (row.some((one, at) => at > 0 && haveOneRate(row[at - 1]!, one, isAtEnd)))
      for (const each of row) if (each.charge.status === 'differs') found.set(each.index, rateOf(each));
    row = [];
  }
  return found;
}

interface ChargeInRow {
  index: number;
  charge: Charge;
  range: RateRange | null;
}

const isTwice = ({ charge }: ChargeInRow) => charge.cause === 'charged_twice';

const haveOneRate = (one: ChargeInRow, other: ChargeInRow, isAtEnd: boolean): boolean =>
  (isAtEnd && isTwice(one) && isTwice(other)) ||
  Boolean(one.range && other.range && commonRates(one.range, other.range));

function rateOf({ charge, range }: ChargeInRow): number | null {
  if (range) return range.low / 100;
  return charge.cause === 'charged_twice' ? 2 * charge.annual_interest_rate! : null;
}

function rangeOf(row: Charge, { convention }: StatementResult): RateRange | null {
  const { from, to, charged } = row;
  if (!convention || from === null || to === null) return null;
  const period = periodOfCharge(row, convention, yearLengths(dayOf(from), dayOf(to)));
  return fittingRates(period, convention, Math.round(100 * charged));
}
