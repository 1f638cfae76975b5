/** From the text of a file to tables of cells, one for each account in it. */
import { linesOf } from 'contract/csv-cells.ts';
import { statementMessages } from 'contract/statements/statements.constants.ts';
import { isLikeDate, readAmount, readDate } from './cells.ts';
import { recordSheets } from './records.ts';
import { type ParseCsv, type Sheet, type SheetRow, UnreadableFile } from './sheet.ts';

const sampleLines = 200;
const separators = [',', ';', '\t'] as const;
const lineBreak = /\r\n|\r|\n/;

const isAmount = (cell: string) => readDate(cell) === null && readAmount(cell) !== null;
const hasDate = (cell: string) => readDate(cell) !== null;

/** Whether a row has a date and an amount in another cell. */
const isTransaction = (cells: readonly string[]) => cells.some(hasDate) && cells.some(isAmount);

export function sheetsOf(file: string, text: string, parse: ParseCsv): Sheet[] {
  if (text.startsWith('%PDF')) throw new UnreadableFile(statementMessages.pdf);
  const records = recordSheets(file, text);
  if (records) return records;
  const start = text.split(lineBreak, sampleLines).join('\n');
  const counts = separators.map((separator) => {
    try {
      return parseRows(start, separator, parse, true).filter(
        ({ cells }) => cells.length >= 3 && isTransaction(cells),
      ).length;
    } catch {
      return 0;
    }
  });
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ',';
  const rows = parseRows(text, separator, parse, false);
  const table = findTable(rows);
  if (!table) {
    const first = rows.find(({ cells }) => cells.some((cell) => cell.trim() !== ''));
    const reads = first ? ` The first row reads “${first.cells.join(', ').slice(0, 80)}”.` : '';
    throw new UnreadableFile(`No row has a date and an amount.${reads}`);
  }
  return splitAccounts(file, table);
}

/** The separator counts where most rows of a sample have cells; the end of the sample may be within quotes. */
function parseRows(text: string, separator: string, parse: ParseCsv, isSample: boolean): SheetRow[] {
  const rows: SheetRow[] = [];
  let number = 1;
  try {
    for (const cells of parse(text, separator)) {
      let last = cells.length;
      while (last > 0 && cells[last - 1]!.trim() === '') last--;
      rows.push({ number, cells: cells.slice(0, last) });
      number += linesOf(cells);
    }
  } catch (cause) {
    if (isSample) return rows;
    throw new UnreadableFile(`The quotes of row ${number} do not match.`, { cause });
  }
  return rows;
}

interface Table {
  header: readonly string[] | null;
  rows: readonly SheetRow[];
}

function findTable(rows: readonly SheetRow[]): Table | null {
  const columns = new Map<number, number>();
  for (const { cells } of rows) {
    if (!isTransaction(cells)) continue;
    for (const [column, cell] of cells.entries())
      if (hasDate(cell)) columns.set(column, (columns.get(column) ?? 0) + 1);
  }
  const most = Math.max(...columns.values());
  const usual = new Set([...columns].filter(([, count]) => count === most).map(([column]) => column));
  const first = rows.findIndex(
    ({ cells }) => isTransaction(cells) && [...usual].some((column) => hasDate(cells[column] ?? '')),
  );
  if (first < 0) return null;
  const header = rows.slice(0, first).findLast(({ cells }) => {
    const filled = cells.filter((cell) => cell.trim() !== '');
    return filled.length >= 2 && !filled.some((cell) => hasDate(cell) || isLikeDate(cell) || isAmount(cell));
  });
  return { header: header?.cells.map((cell) => cell.trim()) ?? null, rows: rows.slice(first) };
}

const accountHeader =
  /^(?:account|account number|account no\.?|bank account|account name|bsb ?\/ ?account number)$/i;

function splitAccounts(file: string, { header, rows }: Table): Sheet[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const form = header ? header.join('\u0000').toLowerCase() : `${width} columns`;
  const column = header?.findIndex((name) => accountHeader.test(name)) ?? -1;
  const common = { file, header, form };
  const accountOf = ({ cells }: SheetRow) => cells[column]?.trim() ?? '';
  const names = column < 0 ? [] : [...new Set(rows.map(accountOf).filter(Boolean))];
  const isNaming =
    names.length > 0 &&
    names.length <= 10 &&
    (names.length === 1 || names.every((name) => rows.filter((row) => accountOf(row) === name).length >= 2));
  if (!isNaming || names.length === 1)
    return [{ ...common, account: isNaming ? names[0]! : null, rows, otherRows: [] }];
  return names.map((account) => ({
    ...common,
    account,
    rows: rows.filter((row) => accountOf(row) === account),
    otherRows: rows
      .filter((row) => accountOf(row) !== account && accountOf(row) !== '')
      .map(({ number }) => number),
  }));
}
