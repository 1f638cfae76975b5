type Cell = string | number | boolean | null;

/** A line as RFC 4180 has it. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/**
 * An apostrophe keeps spreadsheets from running a formula (OWASP: CSV injection, full width too). Texts that begin with
 * apostrophes before such a sign get one more, so that reading can always take one off.
 */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const guardedFormula = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const needsQuotes = /[",\r\n]/;

function csvCell(cell: Cell): string {
  const text = String(cell ?? '');
  const harmless = formula.test(text) ? `'${text}` : text;
  return needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** What `csvLine` was given, of the text that stands in its cell. */
export function readCsvCell(text: string): string {
  return guardedFormula.test(text) ? text.slice(1) : text;
}
