import { bankCsvOptions, readBankHeader, readBankRow } from 'contract/quiz/bank-csv.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { quizLimits } from 'contract/quiz/quiz.constants.ts';

/** Unknown until the server has validated it. */
export type BankRow = unknown;

/** Empty if the file cannot be parsed; the server returns the reason. */
export async function readBankFile(file: Blob): Promise<BankRow[]> {
  const text = await file.text();
  try {
    return /^\s*[[{]/.test(text) ? readJson(text) : await readCsv(text);
  } catch {
    return [];
  }
}

function readJson(text: string): BankRow[] {
  const rows: unknown = JSON.parse(text);
  return Array.isArray(rows) ? rows : [];
}

async function readCsv(text: string): Promise<BankRow[]> {
  const { parse } = await import('csv-parse/browser/esm/sync');
  const [header = [], ...lines] = parse(text, {
    ...bankCsvOptions,
    bom: true,
    to: quizLimits.importRows + 2,
  });
  const read = readBankHeader(header);
  if ('refusal' in read) return [];
  return lines.map((cells) => ({
    ...readBankRow(read.columns, cells),
    // The extra key makes the server refuse the row until it is corrected.
    ...(cells.length !== read.columns.length && { columns: cells.length }),
  }));
}

export const bankFileOf = (rows: readonly BankRow[]): Blob =>
  new Blob([JSON.stringify(rows)], { type: 'application/json' });

export interface RowFault {
  field: string;
  reason: string;
}

const rowKey = /^row (\d+): (.+)$/;

/** The faults by row index, from 0. */
export function faultsByRow(details: FieldErrors): Map<number, RowFault[]> {
  const faults = new Map<number, RowFault[]>();
  for (const [key, reasons] of Object.entries(details)) {
    const [, row, field] = rowKey.exec(key) ?? [];
    if (row === undefined || field === undefined) continue;
    const index = Number(row) - 1;
    faults.set(index, [...(faults.get(index) ?? []), { field, reason: reasons.join(' ') }]);
  }
  return faults;
}

function fieldOf(row: BankRow, field: string): unknown {
  return typeof row === 'object' && row !== null ? new Map(Object.entries(row)).get(field) : undefined;
}

/** A field as text, whatever its type. */
export function textOf(row: BankRow, field: string): string {
  const value = fieldOf(row, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function textsOf(row: BankRow, field: string): string[] {
  const value = fieldOf(row, field);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
