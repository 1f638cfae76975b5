import type { StatementResult } from 'contract/statements/statements.ts';

type Charge = StatementResult['rows'][number];

/** A result as long as the reading of the files is not confirmed: nothing in it accuses. */
export function withoutDifferences(result: StatementResult): StatementResult {
  const unchecked = withUnchecked(result, () => true);
  return { ...unchecked, findings: result.findings.filter(({ kind }) => kind !== 'repeat') };
}

/** A result in which some of the charges that differ are not checked. */
export function withUnchecked(
  result: StatementResult,
  isUnchecked: (index: number) => boolean,
): StatementResult {
  const rows = result.rows.map((row, index) =>
    row.status === 'differs' && isUnchecked(index) ? unchecked(row) : row,
  );
  const differing = rows.filter(({ status }) => status === 'differs');
  const removed = result.totals.differing - differing.length;
  if (removed === 0) return result;
  const checked = rows.filter(({ status }) => status !== 'not_checked');
  return {
    ...result,
    totals: {
      ...result.totals,
      differing: differing.length,
      not_checked: result.totals.not_checked + removed,
      charged: sumOf(checked, ({ charged }) => charged),
      expected: sumOf(checked, ({ expected }) => expected),
      difference: sumOf(differing, ({ difference }) => difference),
      overcharged: sumOf(differing, ({ difference }) => Math.max(0, difference ?? 0)),
      undercharged: sumOf(differing, ({ difference }) => Math.max(0, 0 - (difference ?? 0))),
    },
    causes: result.causes.flatMap((entry) => {
      const ofCause = differing.filter(({ cause }) => cause === entry.cause);
      const [first, last] = [ofCause[0], ofCause.at(-1)];
      if (!first || !last) return [];
      const difference = sumOf(ofCause, (row) => row.difference);
      return [
        { ...entry, charges: ofCause.length, difference, first_date: first.date, last_date: last.date },
      ];
    }),
    rows,
  };
}

const unchecked = (row: Charge): Charge => ({
  ...row,
  status: 'not_checked',
  expected: null,
  difference: null,
  cause: null,
  cause_date: null,
  runs: [],
});

/** To the cent. */
const sumOf = (rows: readonly Charge[], amountOf: (row: Charge) => number | null): number =>
  Math.round(100 * rows.reduce((sum, row) => sum + (amountOf(row) ?? 0), 0)) / 100;
