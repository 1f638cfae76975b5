/**
 * Which charges of a check are called wrong, and which may be right. It decides for a check, for a followed loan, its letter
 * and its notifications.
 */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementCharge as Charge, StatementResult } from 'contract/statements/statements.ts';
import type { Slices } from 'engine/slices.ts';
import { doubtfulRates } from './doubtful-rates.ts';
import { refundsOf } from './refunds.ts';
import { causesOf, totalsOf } from './totals.ts';
import { chargesWithoutOffset } from './without-offset.ts';
import { changesOf, type Move, movesOf, type Possibility, possibleCharges } from './possible-charges.ts';

/** Whether a charge differs by no more than a bank may have charged rightly. */
export const mayBeRight = ({ status, difference }: Charge): boolean =>
  status === 'not_checked' && difference !== null;

/** Whether a charge that may be right is that without the offset accounts. */
export const isWithoutOffset = (charge: Charge): boolean =>
  mayBeRight(charge) && charge.cause === 'offset_ignored';

/** How many charges are as without the offset accounts, may be right otherwise, and could not be checked. */
export function openCounts({ totals, rows }: Pick<StatementResult, 'totals' | 'rows'>) {
  const without = rows.filter(isWithoutOffset).length;
  const possible = rows.filter(mayBeRight).length - without;
  return { without, possible, unchecked: totals.not_checked - possible - without };
}

export const hasDifferences = ({ totals, rows }: StatementResult): boolean =>
  totals.differing > 0 || rows.some(mayBeRight);

export interface Supported {
  result: StatementResult;
  /** Why charges that differ may be right, by their indexes. */
  possible: ReadonlyMap<number, Possibility>;
}

interface Basis {
  body: StatementBody;
  /** The charges that rest on something unproven, by their indexes. */
  resting: { has: (index: number) => boolean };
  /** The rows of the loan and of each offset account, if they are known. */
  moves?: (() => readonly Move[]) | undefined;
}

/** A result in which only the charges that balances, days, rates and later rows prove wrong differ. */
export function* supportedResult(
  computed: StatementResult,
  { body, resting, moves = () => changesOf(body) }: Basis,
): Slices<Supported> {
  const doubtful = doubtfulRates(computed);
  yield;
  const possible = possibleCharges(computed, movesOf(body));
  yield;
  const without = chargesWithoutOffset(body, computed);
  const charges = computed.rows.map((row, index): Charge => {
    const named = without.get(index);
    return named ? { ...named, status: 'differs' } : row;
  });
  for (const [index, rows] of yield* refundsOf(charges, moves)) {
    if (doubtful.has(index) && !isCertain(charges[index]!)) continue;
    possible.set(index, { ...possible.get(index), refund: rows });
  }
  const result = withUnchecked(computed, (row, index) => {
    const isRefunded = possible.get(index)?.refund !== undefined;
    const named = without.get(index);
    if (resting.has(index)) return isRefunded ? asReading(row) : (named ?? asReading(row));
    // No question from which day an offset account is linked.
    if (isRefunded)
      return { ...(named ? { ...named, cause: null } : row), status: 'not_checked', reason: null };
    const rate = doubtful.get(index);
    if (rate === undefined && row.status === 'differs' && !possible.has(index)) return row;
    if (named) return named;
    const isNoRate = rate === undefined || (possible.has(index) && row.cause === 'charged_twice');
    return isNoRate ? { ...row, status: 'not_checked' } : asRate(row, rate);
  });
  return { result, possible };
}

/** What is equal to the cent is no rate of some days. */
const isCertain = ({ cause }: Charge) => cause === 'offset_ignored' || cause === 'charged_twice';

/** A result as long as the reading of the files is not confirmed: nothing in it accuses. */
export function withoutDifferences(result: StatementResult): StatementResult {
  return {
    ...withUnchecked(result, (row) => (row.status === 'differs' || mayBeRight(row) ? asReading(row) : row)),
    findings: result.findings.filter(({ kind }) => kind !== 'repeat'),
  };
}

/** A result in which some of the charges that differ are not checked. */
function withUnchecked(
  result: StatementResult,
  change: (row: Charge, index: number) => Charge,
): StatementResult {
  const rows = result.rows.map((row, index) => (row.status === 'explained' ? row : change(row, index)));
  return { ...result, totals: totalsOf(rows), causes: causesOf(rows, result.rows), rows };
}

/** Not checked, because it rests on how the files are read. */
const asReading = (row: Charge): Charge => ({
  ...row,
  status: 'not_checked',
  expected: null,
  difference: null,
  cause: null,
  cause_date: null,
  fitting_rate: null,
  runs: [],
});

/** Not checked, because its rate may have been another, or may have changed on another day. */
const asRate = (row: Charge, rate: number | null): Charge => ({
  ...asReading(row),
  reason: 'rate_unknown',
  annual_interest_rate: null,
  cause: row.cause === 'rate_late' ? row.cause : null,
  rate_changed_on: row.cause === 'rate_late' ? row.cause_date : null,
  fitting_rate: rate,
});
