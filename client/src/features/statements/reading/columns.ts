/** Which column of a file contains what. */
import type { CsvRow } from '#parts/files/csv-rows.ts';
import { isDate, isMoney, readCents } from './cells.ts';

export const columnRoles = [
  'ignore',
  'date',
  'description',
  'amount',
  'debit',
  'credit',
  'balance',
  'account',
] as const;
export type ColumnRole = (typeof columnRoles)[number];

/** The names of a column in their order of preference; a header equals one, or contains it. */
const headerNames: Readonly<Partial<Record<ColumnRole, readonly string[]>>> = {
  // Interest counts from the effective date.
  date: ['effective date', 'value date', 'transaction date', 'date', 'posted date', 'time'],
  debit: ['debit', 'withdrawal', 'money out'],
  credit: ['credit', 'deposit', 'money in'],
  balance: ['balance', 'running balance'],
  amount: ['amount', 'transaction amount', 'total (aud)'],
  description: [
    'description',
    'details',
    'transaction details',
    'narrative',
    'narration',
    'original description',
  ],
  account: ['account number', 'account'],
};

export interface Table {
  header: readonly string[] | null;
  /** From the first row with a date and an amount. */
  rows: readonly CsvRow[];
}

/** The table without the lines above it, or null if no row has a date and an amount. */
export function findTable(rows: readonly CsvRow[]): Table | null {
  const start = rows.findIndex(({ cells }) => {
    const date = cells.findIndex(isDate);
    return (
      date >= 0 && cells.some((cell, index) => index !== date && !isDate(cell) && readCents(cell) !== null)
    );
  });
  if (start < 0) return null;
  const above = rows[start - 1]?.cells;
  const isHeader = above && above.length === rows[start]!.cells.length && !above.some(isDate);
  return { header: isHeader ? above : null, rows: rows.slice(start) };
}

/** The role of each column: by the header, else by content. */
export function detectRoles({ header, rows }: Table): ColumnRole[] {
  const sample = rows.slice(0, sampleRows);
  const width = Math.max(...sample.map(({ cells }) => cells.length));
  const roles = Array.from({ length: width }, (): ColumnRole => 'ignore');
  const set = (role: ColumnRole, column: number) => {
    if (roles[column] === 'ignore') roles[column] = role;
  };
  const names = header?.map((name) => name.trim().toLowerCase()) ?? [];
  for (const [role, wanted] of Object.entries(headerNames) as [ColumnRole, readonly string[]][]) {
    if (role === 'amount' && roles.includes('debit') && roles.includes('credit')) continue;
    set(role, columnNamed(names, wanted));
  }
  const share = (column: number, test: (cell: string) => boolean) => {
    const cells = sample.map((row) => row.cells[column]?.trim() ?? '').filter((cell) => cell !== '');
    return cells.length > 0 && 2 * cells.filter(test).length >= cells.length;
  };
  const columns = [...roles.keys()];
  if (!roles.includes('date'))
    set(
      'date',
      columns.findIndex((column) => share(column, isDate)),
    );
  if (!roles.some((role) => role === 'amount' || role === 'debit' || role === 'credit')) {
    const money = columns.filter((column) => column > roles.indexOf('date') && share(column, isMoney));
    set(
      'amount',
      money[0] ??
        columns.findIndex(
          (column) => column > roles.indexOf('date') && share(column, (cell) => readCents(cell) !== null),
        ),
    );
    if (!header && money.length > 1) set('balance', money.at(-1)!);
  }
  if (!roles.includes('description')) {
    // Numbers of accounts may be longer than texts.
    const letters = columns.map((column) =>
      roles[column] === 'ignore' ? sample.reduce((sum, { cells }) => sum + lettersIn(cells[column]), 0) : 0,
    );
    set('description', letters.indexOf(Math.max(...letters)));
  }
  return roles;
}

const sampleRows = 200;

const lettersIn = (cell = ''): number => cell.replaceAll(/[^a-z]/gi, '').length;

/** The column with the name that is preferred, or -1. A name of both sides is no side. */
function columnNamed(names: readonly string[], wanted: readonly string[]): number {
  const tests = [
    (name: string, other: string) => name === other,
    (name: string, other: string) =>
      name.includes(other) && !/debit.*credit|credit.*debit|subtotal/.test(name),
  ];
  for (const test of tests) {
    for (const other of wanted) {
      const column = names.findIndex((name) => test(name, other));
      if (column >= 0) return column;
    }
  }
  return -1;
}
