import type { FieldErrors } from 'contract/errors.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';
import { BankQuestion } from 'contract/quiz/quiz-fields.ts';
import { messages } from 'contract/texts.ts';
import type { z } from 'zod';
import { AppError } from '#errors.ts';
import { type BankRow, readBankCsv, refusedFile } from './bank-csv.ts';

export function readBank(bytes: Buffer | undefined): BankQuestion[] {
  if (!bytes) throw refusedFile('Required.');
  const text = decode(bytes);
  const rows = /^\s*[[{]/.test(text) ? readBankJson(text) : readBankCsv(text);
  if (rows.length === 0) throw refusedFile('Has no rows.');
  if (rows.length > quizLimits.importRows) {
    throw refusedFile(`Must have at most ${quizLimits.importRows.toLocaleString('en-AU')} rows.`);
  }
  const questions: BankQuestion[] = [];
  const faults = new Map<string, string[]>();
  for (const [index, row] of rows.entries()) {
    const checked = checkRow(row);
    if (!(checked instanceof Map)) questions.push(checked);
    else for (const [field, reasons] of checked) faults.set(`row ${index + 1}: ${field}`, reasons);
  }
  if (faults.size > 0) throw refusedRows(faults);
  return questions;
}

function decode(bytes: Buffer): string {
  try {
    // Removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw refusedFile('Must be in UTF-8.');
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
  return rows.map((content: unknown) => ({ content }));
}

/** The question, or its faults by field. */
function checkRow(row: BankRow): BankQuestion | Map<string, string[]> {
  if ('columnFault' in row) return new Map([['columns', [row.columnFault]]]);
  const parsed = BankQuestion.safeParse(row.content);
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
  const found = `${faults.size} ${faults.size === 1 ? 'fault was' : 'faults were'} found`;
  const more = faults.size > namedFaults ? `, ${faults.size - namedFaults} more than are named` : '';
  const details: FieldErrors = Object.fromEntries([...faults].slice(0, namedFaults));
  return new AppError('validation_failed', `${found}${more}. Nothing was saved.`, { details });
}
