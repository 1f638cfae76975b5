import type { StatementCharge, StatementResult } from 'contract/statements/statements.ts';
import { centsText, csvOf, type CsvColumn } from '#parts/calculator/csv.ts';
import type { CheckedPart } from './part-texts.ts';
import { mayBeRight } from 'engine/statements/supported-result.ts';

const cents = (amount: number | null) => (amount === null ? '' : centsText(amount));

const columns: readonly CsvColumn<StatementCharge>[] = [
  ['Date', ({ date }) => date],
  ['From', ({ from }) => from ?? ''],
  ['To', ({ to }) => to ?? ''],
  ['Days', ({ days }) => days ?? ''],
  ['Average balance', ({ average_balance }) => cents(average_balance)],
  ['Rate', ({ annual_interest_rate }) => annual_interest_rate ?? ''],
  ['Charged', ({ charged }) => cents(charged)],
  ['Adjustment', ({ adjustment }) => cents(adjustment)],
  ['Expected', ({ expected }) => cents(expected)],
  ['Difference', ({ difference }) => cents(difference)],
  ['Status', (row) => (mayBeRight(row) ? 'may_be_right' : (row.reason ?? row.status))],
  ['Cause', ({ cause }) => cause ?? ''],
];

/** One line for each charge; a figure that is not known is an empty cell. */
export const statementCsv = ({ rows }: Pick<StatementResult, 'rows'>, part?: CheckedPart): string =>
  csvOf([...columns, ...(part ? partColumns(part) : [])], rows);

const partColumns = ({ range, checked, charges }: CheckedPart): typeof columns => [
  ['Only from', () => range.from],
  ['Only to', () => range.to],
  ['Charges', () => `${checked} of ${charges}`],
];
