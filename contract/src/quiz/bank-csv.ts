import { unguardedCell } from 'contract/csv-cells.ts';
import { bankColumns, choiceColumns } from './quiz.constants.ts';

type BankColumn = (typeof bankColumns)[number];

const requiredColumns: readonly BankColumn[] = [
  'text',
  'choice_1',
  'choice_2',
  'answer',
  'category',
  'difficulty',
];

/** Reads the column names, which may be in any order. */
export function readBankHeader(header: readonly string[]): { columns: BankColumn[] } | { refusal: string } {
  const names = header.map((name) => name.trim().toLowerCase());
  if (names.length === 1 && /[;\t|]/.test(names.join())) {
    return { refusal: 'Must have its columns separated by commas.' };
  }
  const columns = bankColumns.filter((column) => names.includes(column));
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined) return { refusal: `Has an unknown column: ${unknown}` };
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) return { refusal: `Lacks a column: ${missing.join(', ')}` };
  if (names.length > columns.length) return { refusal: 'Has a column twice.' };
  return { columns: columns.toSorted((one, other) => names.indexOf(one) - names.indexOf(other)) };
}

export function readBankRow(columns: readonly BankColumn[], cells: readonly string[]) {
  const cellOf = (column: BankColumn) => unguardedCell(cells[columns.indexOf(column)] ?? '');
  const choices = choiceColumns.map(cellOf);
  const answer = toNumber(cellOf('answer'));
  return {
    text: cellOf('text'),
    // The schema refuses an empty choice before another one.
    choices: choices.slice(0, choices.findLastIndex((choice) => choice !== '') + 1),
    answer: typeof answer === 'number' ? answer - 1 : answer,
    explanation: cellOf('explanation'),
    category: cellOf('category'),
    difficulty: toNumber(cellOf('difficulty')),
    status: cellOf('status').trim().toLowerCase() || undefined,
    source: cellOf('source'),
  };
}

/** Text that is not a number is returned unchanged, for the schema to refuse. */
function toNumber(cell: string): number | string | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

export const bankCsvOptions = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
};
