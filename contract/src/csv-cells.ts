/** Begins every CSV file, because Excel reads UTF-8 without it as the system's code page. */
export const byteOrderMark = '\uFEFF';

/**
 * An apostrophe prevents spreadsheets from running a formula (OWASP: CSV injection). A text that already begins with
 * apostrophes before such a sign gets another one, so that reading can always remove exactly one.
 */
const formula = /^'*[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;
const guardedFormula = /^'+[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

export const guardedCell = (text: string): string => (formula.test(text) ? `'${text}` : text);

export const unguardedCell = (cell: string): string => (guardedFormula.test(cell) ? cell.slice(1) : cell);

/** What files have in place of commas. */
export const otherSeparators: Readonly<Record<string, string>> = {
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars',
};
