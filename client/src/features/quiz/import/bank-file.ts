import { readBankCsv } from 'contract/quiz/bank-csv.ts';
import { decodeText } from 'contract/text-encoding.ts';
import type { FieldErrors } from 'contract/errors.ts';
import { loadCsvParser } from '#parts/files/csv-parser.ts';

export interface BankRow {
  /** Its place in the file, from 1, which it keeps when others are removed. */
  number: number;
  /** Unknown until the server has validated it. */
  content: unknown;
}

/** Empty if the file cannot be parsed; the server returns the reason. */
export async function readBankFile(file: Blob): Promise<BankRow[]> {
  try {
    const { encoding, text } = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (encoding !== 'UTF-8') return [];
    return /^\s*[[{]/.test(text) ? readJson(text) : await readCsv(text);
  } catch {
    return [];
  }
}

function readJson(text: string): BankRow[] {
  const rows: unknown = JSON.parse(text);
  return Array.isArray(rows) ? rows.map((content: unknown, index) => ({ number: index + 1, content })) : [];
}

async function readCsv(text: string): Promise<BankRow[]> {
  const read = readBankCsv(text, await loadCsvParser());
  if ('refusal' in read) return [];
  return read.rows.map(({ content, surplusCells: columns }, index) => ({
    number: index + 1,
    // The extra key makes the server refuse the row until it is corrected.
    content: columns === undefined ? content : { ...content, columns },
  }));
}

export const bankFileOf = (rows: readonly BankRow[]): Blob =>
  new Blob([JSON.stringify(rows.map(({ content }) => content))], { type: 'application/json' });

export interface RowFault {
  field: string;
  reason: string;
}

const rowKey = /^row (\d+): (.+)$/;

/** The faults by the number of the row. */
export function faultsByRow(
  details: FieldErrors,
  numberOf: (row: number) => number,
): Map<number, RowFault[]> {
  const faults = new Map<number, RowFault[]>();
  for (const [key, reasons] of Object.entries(details)) {
    const [, row, field] = rowKey.exec(key) ?? [];
    if (row === undefined || field === undefined) continue;
    const number = numberOf(Number(row));
    faults.set(number, [...(faults.get(number) ?? []), { field, reason: reasons.join(' ') }]);
  }
  return faults;
}

export function fieldOf({ content }: BankRow, field: string): unknown {
  return typeof content === 'object' && content !== null
    ? new Map(Object.entries(content)).get(field)
    : undefined;
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
