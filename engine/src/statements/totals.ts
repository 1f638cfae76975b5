/** The sums of the charges of a check. */
import type { StatementCharge as Row, StatementResult } from 'contract/statements/statements.ts';

const cents = (dollars: number) => Math.round(dollars * 100);

function sumOf(rows: readonly Row[], figure: 'charged' | 'expected' | 'difference'): number {
  return rows.reduce((sum, row) => sum + cents(row[figure]!), 0) / 100;
}

export function totalsOf(rows: readonly Row[]): StatementResult['totals'] {
  const checked = rows.filter(({ status }) => status !== 'not_checked');
  const count = (status: Row['status']) => rows.filter((row) => row.status === status).length;
  const over = checked.filter(({ difference }) => difference! > 0);
  const under = checked.filter(({ difference }) => difference! < 0);
  return {
    charges: rows.length,
    explained: count('explained'),
    differing: count('differs'),
    not_checked: count('not_checked'),
    charged: sumOf(checked, 'charged'),
    expected: sumOf(checked, 'expected'),
    difference: sumOf(checked, 'difference'),
    overcharged: sumOf(over, 'difference'),
    undercharged: 0 - sumOf(under, 'difference'),
  };
}

const isDiffering = ({ status }: Row) => status === 'differs';

/** The charges that differ by cause, in the order in which the causes first appear among those that were computed. */
export function causesOf(rows: readonly Row[], computed = rows): StatementResult['causes'] {
  const causes = [...new Set(computed.filter(isDiffering).map(({ cause }) => cause))];
  return causes.flatMap((cause) => {
    const ofCause = rows.filter((row) => isDiffering(row) && row.cause === cause);
    const [first, last] = [ofCause[0], ofCause.at(-1)];
    if (!first || !last) return [];
    const difference = sumOf(ofCause, 'difference');
    return [{ cause, charges: ofCause.length, difference, first_date: first.date, last_date: last.date }];
  });
}
