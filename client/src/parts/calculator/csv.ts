import { byteOrderMark, guardedCell } from 'contract/csv-cells.ts';
import { saveFile } from '#api/save-file.ts';
import { currentRecord } from './method-record.ts';

type Cell = string | number;

/** RFC 4180: lines end with CR LF. Amounts have a decimal point and no grouping, so that spreadsheets add them up. */
export function csvText(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return [header, ...rows].map((row) => `${row.map(quoteCell).join(',')}\r\n`).join('');
}

/** The header and the cell of each column. */
export type CsvColumn<Row> = readonly [header: string, cell: (row: Row) => Cell];

export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  csvText(
    columns.map(([header]) => header),
    rows.map((row) => columns.map(([, cell]) => cell(row))),
  );

/** @param fileName such as `savings.csv`; method and day are added: `savings-method-1-2026-11-23.csv`. */
export function saveCsv(fileName: string, text: string): void {
  const { method, on } = currentRecord();
  const recordedName = fileName.replace(/\.csv$/, `-method-${method}-${on}.csv`);
  saveFile(new Blob([byteOrderMark, text], { type: 'text/csv;charset=utf-8' }), recordedName);
}

export const centsText = (amount: number) => amount.toFixed(2);

const number = /^-?\d+(?:\.\d+)?$/;

function quoteCell(cell: Cell): string {
  const raw = String(cell);
  // A guarded number would no longer be added up.
  const text = number.test(raw) ? raw : guardedCell(raw);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
