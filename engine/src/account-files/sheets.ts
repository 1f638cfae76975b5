/** From the text of a file to tables of cells, one for each account in it. */
import type { Slices } from 'engine/slices.ts';
import { anyLineEnd, CsvFault, csvRecords, type ParseCsv } from 'contract/csv-records.ts';
import { statementMessages } from 'contract/statements/statements.constants.ts';
import { isLikeDate, readAmount, readDate } from './cells.ts';
import { fileLimits, limitTexts } from './limits.ts';
import { recordSheets } from './records.ts';
import { type Sheet, type SheetRow, UnreadableFile } from './sheet.ts';

const sampleLines = 100;
const rowsPerSlice = 200;
/** Of the rows that a refusal names. */
const [namedRows, longestRow] = [3, 80];
const separators = [',', ';', '\t'] as const;
const lineBreak = /\r\n|\r|\n/;

const isAmount = (cell: string) => readDate(cell) === null && readAmount(cell) !== null;
const hasDate = (cell: string) => readDate(cell) !== null;

/** Whether a row has a date and an amount in another cell. */
const isTransaction = (cells: readonly string[]) => cells.some(hasDate) && cells.some(isAmount);

/** `accountColumn` is the one that a person chose; null for none. */
export function* sheetsOf(
  file: string,
  text: string,
  parse: ParseCsv,
  accountColumn?: number | null,
): Slices<Sheet[]> {
  if (text.length > fileLimits.bytes) throw new UnreadableFile(limitTexts.tooLarge);
  const sheets = yield* readSheets(file, text, parse, accountColumn);
  const rows = new Set(sheets.flatMap((sheet) => sheet.rows.map(({ number }) => number))).size;
  if (rows > fileLimits.rows) throw new UnreadableFile(limitTexts.tooManyRows(rows));
  return sheets;
}

function* readSheets(...[file, text, parse, accountColumn]: Parameters<typeof sheetsOf>): Slices<Sheet[]> {
  if (text.startsWith('%PDF')) throw new UnreadableFile(statementMessages.pdf);
  const records = yield* recordSheets(file, text);
  if (records) return records;
  const start = text.split(lineBreak, sampleLines).join('\n');
  const counts: number[] = [];
  for (const separator of separators) counts.push(yield* transactionsIn(start, separator, parse));
  const separator = separators[counts.indexOf(Math.max(...counts))] ?? ',';
  const rows = yield* parseRows(text, separator, parse);
  const table = yield* findTable(rows);
  if (!table) {
    const [first, ...next] = rows
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
      .slice(0, namedRows)
      .map(({ cells }) => `“${cells.join(', ').slice(0, longestRow)}”`);
    const reads = first ? ` The first row reads ${first}.` : '';
    const others =
      next.length > 0 ? ` Then ${next.length === 1 ? 'comes' : 'come'} ${next.join(' and ')}.` : '';
    throw new UnreadableFile(`No row has a date and an amount.${reads}${others}`);
  }
  return splitAccounts(file, table, accountColumn);
}

function* transactionsIn(sample: string, separator: string, parse: ParseCsv): Slices<number> {
  let count = 0;
  try {
    for (const records of recordsOf(sample, separator, parse)) {
      count += records.filter(({ cells }) => withoutEnd(cells).length >= 3 && isTransaction(cells)).length;
      yield;
    }
  } catch (error) {
    // The end of the sample may be within quotes.
    if (!(error instanceof CsvFault)) throw error;
  }
  return count;
}

function* parseRows(text: string, separator: string, parse: ParseCsv): Slices<SheetRow[]> {
  const rows: SheetRow[] = [];
  try {
    for (const records of recordsOf(text, separator, parse)) {
      for (const { number, cells } of records) rows.push({ number, cells: withoutEnd(cells) });
      yield;
    }
    return rows;
  } catch (cause) {
    if (!(cause instanceof CsvFault)) throw cause;
    throw new UnreadableFile(`The quotes of row ${rowOfOpenQuote(text, separator)} do not match.`, { cause });
  }
}

/** With quotes as spreadsheets write them. */
const recordsOf = (text: string, delimiter: string, parse: ParseCsv) =>
  csvRecords(text, parse, { delimiter, record_delimiter: anyLineEnd, relax_quotes: true });

function withoutEnd(cells: readonly string[]): readonly string[] {
  let last = cells.length;
  while (last > 0 && cells[last - 1]!.trim() === '') last--;
  return cells.slice(0, last);
}

/** The row with the quote that is not closed before the end of the file, or before a quote that opens another cell. */
function rowOfOpenQuote(text: string, separator: string): number {
  const ends = new Set([separator, '\n', '\r', undefined]);
  let [line, opened] = [1, 0];
  let isStart = true;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '\n' || (letter === '\r' && text[index + 1] !== '\n')) line++;
    if (opened > 0 && letter === '"') {
      if (text[index + 1] === '"') index++;
      else if (ends.has(text[index + 1])) opened = 0;
      else if (opened < line) return opened;
    } else if (opened === 0 && isStart && letter === '"') opened = line;
    isStart = letter === separator || letter === '\n' || letter === '\r';
  }
  return opened || 1;
}

interface Table {
  header: readonly string[] | null;
  rows: readonly SheetRow[];
}

function* findTable(rows: readonly SheetRow[]): Slices<Table | null> {
  const columns = new Map<number, number>();
  for (const [index, { cells }] of rows.entries()) {
    if (index % rowsPerSlice === 0) yield;
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

function splitAccounts(file: string, { header, rows }: Table, selected?: number | null): Sheet[] {
  const width = Math.max(...rows.map(({ cells }) => cells.length));
  const form = header ? header.join('\u0000').toLowerCase() : `${width} columns`;
  const named = header?.findIndex((name) => accountHeader.test(name)) ?? -1;
  const column = selected === undefined ? named : (selected ?? -1);
  const accountOf = ({ cells }: SheetRow) => cells[column]?.trim() ?? '';
  const names = column < 0 ? [] : [...new Set(rows.map(accountOf).filter(Boolean))];
  const isNaming =
    names.length > 0 &&
    names.length <= 10 &&
    (names.length === 1 || names.every((name) => rows.filter((row) => accountOf(row) === name).length >= 2));
  const common = { file, header, form, accountColumn: isNaming ? column : null };
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
