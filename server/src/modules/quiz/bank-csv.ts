import { CsvError, parse } from 'csv-parse/sync';
import { bankColumns, choiceColumns, quizLimits } from 'contract/quiz.constants.ts';
import { csvLine, readCsvCell } from '#domain/csv-export.ts';
import type { BankQuestion } from 'contract/quiz-fields.ts';
import { refusedFile } from './refused-file.ts';

type Column = (typeof bankColumns)[number];

/** The others may be left out. */
const neededColumns: readonly Column[] = ['text', 'choice_1', 'choice_2', 'answer', 'category', 'difficulty'];

/** What stands in a row for the schema to check, or why its cells fit no columns. */
export type BankRow = { content: unknown } | { misfit: string };

export function readBankCsv(text: string): BankRow[] {
  const [header = [], ...lines] = parseLines(text);
  const columns = readHeader(header.map((name) => name.trim().toLowerCase()));
  return lines.map((cells) => {
    if (cells.length !== columns.length) {
      return { misfit: `Must be ${columns.length}, are ${cells.length}.` };
    }
    return { content: toQuestion((column) => readCsvCell(cells[columns.indexOf(column)] ?? '')) };
  });
}

function parseLines(text: string): string[][] {
  try {
    return parse(text, {
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      // The header, and one that is too many.
      to: quizLimits.importRows + 2,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusedFile(`The quotes of row ${Number(error['records'])} do not match.`);
  }
}

function readHeader(names: string[]): Column[] {
  if (names.length === 1 && /[;\t|]/.test(names[0] ?? '')) {
    throw refusedFile('Must have its columns separated by commas.');
  }
  const columns = bankColumns.filter((column) => names.includes(column));
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined) throw refusedFile(`Has an unknown column: ${unknown}`);
  const lacking = neededColumns.filter((column) => !columns.includes(column));
  if (lacking.length > 0) throw refusedFile(`Lacks a column: ${lacking.join(', ')}`);
  if (names.length > columns.length) throw refusedFile('Has a column twice.');
  return columns.toSorted((one, other) => names.indexOf(one) - names.indexOf(other));
}

function toQuestion(cellOf: (column: Column) => string): object {
  const choices = choiceColumns.map(cellOf);
  const answer = toNumber(cellOf('answer'));
  return {
    text: cellOf('text'),
    // An empty one before another is refused by the schema.
    choices: choices.slice(0, choices.findLastIndex((choice) => choice !== '') + 1),
    answer: typeof answer === 'number' ? answer - 1 : answer,
    explanation: cellOf('explanation'),
    category: cellOf('category'),
    difficulty: toNumber(cellOf('difficulty')),
    status: cellOf('status').trim().toLowerCase() || undefined,
    source: cellOf('source'),
  };
}

/** Other texts are refused by the schema. */
function toNumber(cell: string): number | string | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  return /^\d{1,9}$/.test(text) ? Number(text) : text;
}

export const bankCsvHeader = csvLine(bankColumns);

export function bankCsvLine(question: BankQuestion): string {
  const { text, choices, answer, explanation, category, difficulty, status, source } = question;
  const cells = choiceColumns.map((_, index) => choices[index] ?? '');
  return csvLine([text, ...cells, answer + 1, explanation, category, difficulty, status, source]);
}
