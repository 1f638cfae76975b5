/** Charges that are what is due without the offset accounts: no file says from which day one is linked. */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { StatementResult } from 'contract/statements/statements.ts';
import { statementResult } from 'engine/calculators/statement.ts';
import type { Slices } from 'engine/slices.ts';

type Charge = StatementResult['rows'][number];

const isOpen = ({ status, reason }: Charge) => status !== 'explained' && reason !== 'start';

/**
 * The result with all charges that are not explained as those without the offset accounts. Null if one of them is not, or if a
 * charge is called wrong.
 */
export function* withoutOffsetResult(
  body: StatementBody,
  supported: StatementResult,
): Slices<StatementResult | null> {
  const { rows, totals } = supported;
  const hasOffset = body.offset_balances.some(({ balance }) => balance !== 0);
  if (!hasOffset || totals.differing > 0 || !rows.some(isOpen)) return null;
  const without = yield* statementResult({ ...body, offset_balances: [] });
  const known = new Set(
    rows.flatMap(({ status, annual_interest_rate: rate }) => (status === 'explained' ? rate : [])),
  );
  const isExplained = ({ cause }: Charge, index: number) => {
    const { status, annual_interest_rate: rate } = without.rows[index]!;
    return cause === 'offset_ignored' || (status === 'explained' && (known.size === 0 || known.has(rate)));
  };
  if (!rows.every((row, index) => !isOpen(row) || isExplained(row, index))) return null;
  const base = totals.explained > 0 ? supported : without;
  return {
    ...base,
    verdict: 'partly',
    alternative: null,
    totals: { ...base.totals, explained: totals.explained, not_checked: totals.charges - totals.explained },
    rows: base.rows.map((row, index) => (isOpen(rows[index]!) ? asWithoutOffset(row) : row)),
  };
}

const asWithoutOffset = (row: Charge): Charge => ({
  ...row,
  status: 'not_checked',
  reason: null,
  expected: null,
  difference: null,
  cause: 'offset_ignored',
});

/** Whether a charge is that without the offset accounts, and accuses nobody. */
export const isWithoutOffset = ({ status, cause, difference }: Charge): boolean =>
  status === 'not_checked' && cause === 'offset_ignored' && difference === null;
