import { formatNumber } from 'contract/formats.ts';
import { otherSeparators, unguardedCell } from 'contract/csv-cells.ts';
import { anyLineEnd, CsvFault, type CsvRecord, csvRecords, type ParseCsv } from 'contract/csv-records.ts';
import { bankColumns, choiceColumns, quizLimits } from './quiz.constants.ts';

type BankColumn = (typeof bankColumns)[number];

const requiredColumns: readonly BankColumn[] = [
  'text',
  'choice_1',
  'choice_2',
  'answer',
  'category',
  'difficulty',
];

/** Of a file, and of the characters in a row. A row within the limits of a question has fewer. */
const [maxLines, maxRowLength] = [5 * quizLimits.importRows, 50_000];

export interface BankCsvRow {
  content: object;
  /** The number of cells, if there are more than columns. */
  surplusCells?: number;
}

/**
 * Reads the rows below the column names, without lines that have no text and a first line `sep=,` of a spreadsheet. Of a file
 * with too many rows, one row more than allowed is read.
 */
export function readBankCsv(text: string, parse: ParseCsv): { rows: BankCsvRow[] } | { refusal: string } {
  const lines: CsvRecord[] = [];
  try {
    for (const line of recordsOf(text, parse)) {
      if (line.number > maxLines) return { refusal: `Must have at most ${formatNumber(maxLines)} lines.` };
      if (lines.length >= quizLimits.importRows + 3) break;
      if (line.cells.some((cell) => cell.trim() !== '')) lines.push(line);
    }
  } catch (error) {
    if (!(error instanceof CsvFault)) throw error;
    return {
      refusal: error.isTooLong
        ? `Line ${error.row} is too long, or its quotes do not match.`
        : `The quotes of line ${error.row} do not match.`,
    };
  }
  if (isSeparatorLine(lines[0])) lines.shift();
  const [header, ...rest] = lines;
  const read = readHeader(header?.cells ?? []);
  return 'refusal' in read ? read : { rows: rest.map((line) => readRow(read.columns, line)) };
}

function* recordsOf(text: string, parse: ParseCsv) {
  const options = { record_delimiter: anyLineEnd, max_record_size: maxRowLength };
  for (const records of csvRecords(text, parse, options)) yield* records;
}

/** The comma in the line is itself a separator. */
const isSeparatorLine = (line: CsvRecord | undefined) =>
  line !== undefined && /^sep=,+$/i.test(line.cells.map((cell) => cell.trim()).join(','));

/** Reads the column names, which may be in any order. */
function readHeader(cells: readonly string[]): { columns: BankColumn[] } | { refusal: string } {
  const names = withoutTrailing(cells.map((name) => name.trim().toLowerCase()));
  const [, separator = ''] = /^(?:sep=|\w+)([;\t|])/.exec(cells[0]?.trimStart().toLowerCase() ?? '') ?? [];
  if (separator !== '') {
    return { refusal: `Must have its columns separated by commas, not by ${otherSeparators[separator]}.` };
  }
  const columns = bankColumns.filter((column) => names.includes(column));
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown === '') return { refusal: `Column ${names.indexOf('') + 1} has no name.` };
  if (unknown !== undefined) return { refusal: `Has an unknown column: ${unknown}` };
  const missing = requiredColumns.filter((column) => !columns.includes(column));
  if (missing.length > 0) return { refusal: `Lacks a column: ${missing.join(', ')}` };
  if (names.length > columns.length) return { refusal: 'Has a column twice.' };
  return { columns: columns.toSorted((one, other) => names.indexOf(one) - names.indexOf(other)) };
}

/** Spreadsheets write columns and cells that were once used as empty ones. */
const withoutTrailing = (cells: readonly string[]) =>
  cells.slice(0, cells.findLastIndex((cell) => cell.trim() !== '') + 1);

function readRow(columns: readonly BankColumn[], { cells }: CsvRecord): BankCsvRow {
  const cellOf = (column: BankColumn) => unguardedCell(cells[columns.indexOf(column)] ?? '');
  const kind = cellOf('kind').trim().toLowerCase() || 'choice';
  const content = {
    text: cellOf('text'),
    explanation: cellOf('explanation'),
    category: cellOf('category'),
    difficulty: toNumber(cellOf('difficulty')),
    status: cellOf('status').trim().toLowerCase() || undefined,
    source: cellOf('source'),
    kind,
    ...(kind === 'number' ? numberContent(cellOf) : choiceContent(cellOf)),
  };
  const surplus = withoutTrailing(cells).length > columns.length;
  return { content, ...(surplus && { surplusCells: withoutTrailing(cells).length }) };
}

type CellOf = (column: BankColumn) => string;

/** The filled cells of the columns. A cell of the other kind of question is for the schema to refuse. */
const filled = (cellOf: CellOf, columns: readonly BankColumn[]) =>
  Object.fromEntries(columns.map((column) => [column, cellOf(column)]).filter(([, cell]) => cell?.trim()));

function choiceContent(cellOf: CellOf): object {
  const answer = toNumber(cellOf('answer'));
  return {
    ...filled(cellOf, ['unit', 'tolerance', 'solution', 'variables']),
    // The schema refuses an empty choice before another one.
    choices: withoutTrailing(choiceColumns.map(cellOf)),
    answer: typeof answer === 'number' ? answer - 1 : answer,
  };
}

function numberContent(cellOf: CellOf): object {
  const tolerance = cellOf('tolerance').trim();
  return {
    ...filled(cellOf, [...choiceColumns, 'answer']),
    unit: cellOf('unit').trim() || undefined,
    tolerance: /^\d+(?:\.\d+)?$/.test(tolerance) ? Number(tolerance) : tolerance || undefined,
    solution: fromJson(cellOf('solution')),
    variables: fromJson(cellOf('variables')),
  };
}

/** Text that is not JSON is returned unchanged, for the schema to refuse. */
function fromJson(cell: string): unknown {
  if (cell.trim() === '') return undefined;
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}

/** Text that is not a number is returned unchanged, for the schema to refuse. */
function toNumber(cell: string): number | string | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}
