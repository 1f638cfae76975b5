import { count } from 'contract/counts.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import type { BankCsvRow } from 'contract/quiz/bank-csv.ts';
import { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { messages } from 'contract/texts.ts';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { firstLineNotInUtf8, wideEncoding } from '#platform/files/text-encoding.ts';
import { parseBankCsv, refusedFile } from './bank-csv.ts';

/** `content` is for the schema to check. */
type BankRow = Pick<BankCsvRow, 'number' | 'surplusCells'> & { content: unknown };

export function readBank(bytes: Buffer | undefined): BankQuestion[] {
  if (!bytes) throw refusedFile('Required.');
  const text = decode(bytes);
  const rows = /^\s*[[{]/.test(text) ? readBankJson(text) : parseBankCsv(text);
  if (rows.length === 0) throw refusedFile('Has no rows.');
  if (rows.length > quizLimits.importRows) {
    throw refusedFile(`Must have at most ${quizLimits.importRows.toLocaleString('en-AU')} rows.`);
  }
  const questions: BankQuestion[] = [];
  const faults = new Map<string, string[]>();
  for (const row of rows) {
    const checked = checkRow(row);
    if (!(checked instanceof Map)) questions.push(checked);
    else for (const [field, reasons] of checked) faults.set(`row ${row.number}: ${field}`, reasons);
  }
  if (faults.size > 0) throw refusedRows(faults);
  return questions;
}

/** Spreadsheets are ZIP files. */
const zipSignature = 'PK\u0003\u0004';
const saveAsUtf8 = ' In a spreadsheet, save the file as “CSV UTF-8”.';

function decode(bytes: Buffer): string {
  if (bytes.toString('latin1', 0, 4) === zipSignature) {
    throw refusedFile(`Must be CSV or JSON, not a spreadsheet.${saveAsUtf8}`);
  }
  const wide = wideEncoding(bytes);
  if (wide !== undefined) throw refusedFile(`Must be in UTF-8, not in ${wide}.${saveAsUtf8}`);
  try {
    // Removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusedFile(
      `Must be in UTF-8. Row ${firstLineNotInUtf8(bytes)} is in another encoding, such as Windows-1252.${saveAsUtf8}`,
    );
  }
}

function readBankJson(text: string): BankRow[] {
  let rows: unknown;
  try {
    rows = JSON.parse(text);
  } catch {
    throw refusedFile('Must be valid JSON.');
  }
  if (!Array.isArray(rows)) throw refusedFile('Must be an array of questions.');
  return rows.map((content: unknown, index) => ({ number: index + 1, content }));
}

/** The question, or its faults by field. */
function checkRow({ content, surplusCells }: BankRow): BankQuestion | Map<string, string[]> {
  if (surplusCells !== undefined) {
    return new Map([['columns', [`Has ${surplusCells} cells, more than there are columns.`]]]);
  }
  const parsed = BankQuestion.safeParse(content);
  return parsed.success ? parsed.data : faultsOf(parsed.error);
}

function faultsOf({ issues }: z.ZodError): Map<string, string[]> {
  const faults = new Map<string, string[]>();
  for (const issue of issues) {
    const isUnknown = issue.code === 'unrecognized_keys';
    const reason = isUnknown ? messages.unknownField : issue.message;
    for (const field of isUnknown ? issue.keys : [String(issue.path[0] ?? 'question')]) {
      const reasons = faults.get(field) ?? [];
      if (!reasons.includes(reason)) faults.set(field, [...reasons, reason]);
    }
  }
  return faults;
}

function refusedRows(faults: Map<string, string[]>): AppError {
  const { namedFaults } = quizLimits;
  const found = `${count(faults.size, 'fault was', 'faults were')} found`;
  const more = faults.size > namedFaults ? `, ${faults.size - namedFaults} more than are named` : '';
  const details: FieldErrors = Object.fromEntries([...faults].slice(0, namedFaults));
  return new AppError('validation_failed', `${found}${more}. Nothing was saved.`, { details });
}
