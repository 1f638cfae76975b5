import type { Readable } from 'node:stream';
import { byteOrderMark, guardedCell } from 'contract/csv-cells.ts';

export interface CsvExport {
  rows: number;
  csv: Readable;
}

export type Cell = string | number | boolean | null;

/** The first line of a file. */
export const csvHeader = (columns: readonly string[]): string => byteOrderMark + csvLine(columns);

/** A line as in RFC 4180. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const needsQuotes = /[",\r\n]/;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const harmless = guardedCell(String(cell ?? ''));
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
