import type { Readable } from 'node:stream';

export interface CsvExport {
  /** Of the whole file. */
  rows: number;
  csv: Readable;
}

export type Cell = string | number | boolean | null;

/** A line as RFC 4180 has it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * An apostrophe keeps spreadsheets from running a formula (OWASP: CSV injection, full width too). Texts with apostrophes
 * before such a sign get one more, so that reading can always take one off.
 */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const guardedFormula = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const needsQuotes = /[",\r\n]/;

function csvCell(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  const text = String(cell ?? '');
  const harmless = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The text that `csvLine` wrote into a cell. */
export function readCsvCell(cell: string): string {
  return guardedFormula.test(cell) ? cell.slice(1) : cell;
}
