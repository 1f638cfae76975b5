import type { StatementResult } from 'contract/statements/statements.ts';

/** A result as long as the reading of the files is not confirmed: nothing in it accuses. */
export const withoutDifferences = (result: StatementResult): StatementResult => ({
  ...result,
  totals: {
    ...result.totals,
    expected: 0,
    difference: 0,
    differing: 0,
    not_checked: result.totals.not_checked + result.totals.differing,
  },
  causes: [],
  findings: result.findings.filter(({ kind }) => kind !== 'repeat'),
  rows: result.rows.map((row) =>
    row.status === 'differs'
      ? {
          ...row,
          status: 'not_checked',
          expected: null,
          difference: null,
          cause: null,
          cause_date: null,
          runs: [],
        }
      : row,
  ),
});
