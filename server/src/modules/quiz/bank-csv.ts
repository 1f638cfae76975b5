import { type BankCsvRow, readBankCsv } from 'contract/quiz/bank-csv.ts';
import type { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { bankColumns, choiceColumns } from 'contract/quiz/quiz.constants.ts';
import { parse } from 'csv-parse/sync';
import { csvHeader, csvLine } from '#domain/lists/csv-export.ts';
import { type AppError, validationFailed } from '#errors.ts';

export const refusedFile = (reason: string): AppError => validationFailed({ file: [reason] });

export function parseBankCsv(text: string): BankCsvRow[] {
  const read = readBankCsv(text, parse);
  if ('refusal' in read) throw refusedFile(read.refusal);
  return read.rows;
}

export const bankCsvHeader = csvHeader(bankColumns);

export function bankCsvLine(question: BankQuestion): string {
  const { text, explanation, category, difficulty, status, source } = question;
  const isNumber = question.kind === 'number';
  const choices = choiceColumns.map((_, index) => (isNumber ? '' : (question.choices[index] ?? '')));
  return csvLine([
    text,
    ...choices,
    isNumber ? '' : question.answer + 1,
    explanation,
    category,
    difficulty,
    status,
    source,
    question.kind ?? 'choice',
    ...(isNumber
      ? [
          question.unit,
          question.tolerance ?? '',
          JSON.stringify(question.solution),
          JSON.stringify(question.variables),
        ]
      : ['', '', '', '']),
  ]);
}
