import { bankCsvOptions, readBankHeader, readBankRow } from 'contract/quiz/bank-csv.ts';
import type { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { bankColumns, choiceColumns, quizLimits } from 'contract/quiz/quiz.constants.ts';
import { CsvError, parse } from 'csv-parse/sync';
import { csvHeader, csvLine } from '#domain/lists/csv-export.ts';
import { type AppError, validationFailed } from '#errors.ts';

export const refusedFile = (reason: string): AppError => validationFailed({ file: [reason] });

/** The content of a row for the schema to check, or why its cells do not match the columns. */
export type BankRow = { content: unknown } | { columnFault: string };

export function readBankCsv(text: string): BankRow[] {
  const [header = [], ...lines] = parseLines(text);
  const bankHeader = readBankHeader(header);
  if ('refusal' in bankHeader) throw refusedFile(bankHeader.refusal);
  const { columns } = bankHeader;
  return lines.map((cells) =>
    cells.length === columns.length
      ? { content: readBankRow(columns, cells) }
      : { columnFault: `Must be ${columns.length}, are ${cells.length}.` },
  );
}

function parseLines(text: string): string[][] {
  try {
    // The header, and one row more than allowed.
    return parse(text, { ...bankCsvOptions, to: quizLimits.importRows + 2 });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusedFile(`The quotes of row ${Number(error['records'])} do not match.`);
  }
}

export const bankCsvHeader = csvHeader(bankColumns);

export function bankCsvLine(question: BankQuestion): string {
  const { text, choices, answer, explanation, category, difficulty, status, source } = question;
  const cells = choiceColumns.map((_, index) => choices[index] ?? '');
  return csvLine([text, ...cells, answer + 1, explanation, category, difficulty, status, source]);
}
