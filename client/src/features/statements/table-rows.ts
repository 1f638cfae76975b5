/** The rows of the table, with those that were left out or cannot be read in their places. */
import type { Answers } from 'engine/account-files/questions.ts';
import type { TransactionKind } from 'contract/statements/statements.constants.ts';
import { groupBy } from 'engine/group-by.ts';
import type { AccountFiles } from './use-account-files.ts';

export type RowKind = TransactionKind;

export interface TableRow {
  key: string;
  file: string;
  fileName: string;
  number: number;
  /** The number, with the file where there are several. */
  label: string;
  date: string | null;
  text: string;
  texts: readonly string[];
  /** Null for a row that is left out or cannot be read. */
  kind: RowKind | null;
  cents: number | null;
  balance: number | null;
  marks: readonly string[];
  /** Why it is left out. */
  reason: string | null;
  /** Whether the person left it out. */
  isOwnReason: boolean;
  /** Whether it can be taken in again. */
  isReadable: boolean;
}

export function tableRows({ reading, loan, answers }: AccountFiles): TableRow[] {
  const rows = reading?.rows ?? [];
  const lines = reading?.lines.filter(({ account }) => account === 'loan').map((line) => line.reading) ?? [];
  const empty = reading?.empty.filter(({ sheet }) => loan.some(({ id }) => id === sheet.file)) ?? [];
  const nameOf = (file: string) => loan.find(({ id }) => id === file)?.name ?? '';
  const labelOf = (file: string, number: number) =>
    loan.length > 1 ? `${number} of ${nameOf(file)}` : String(number);
  const common = (file: string, number: number) => ({
    key: `${file} ${number}`,
    file,
    number,
    fileName: nameOf(file),
    label: labelOf(file, number),
  });
  const table = rows.map((row, index): TableRow => {
    const { file, number, date, texts, kind, cents, balance, isAsked } = row;
    const before = rows[index - 1]?.balance ?? null;
    const isBroken = index > 0 && before !== null && balance !== null && before + (cents ?? 0) !== balance;
    const marks = [
      ...(isBroken ? ['does not follow'] : []),
      ...(isAsked || cents === null ? ['in question'] : []),
    ];
    const text = texts.join(' ');
    return {
      ...common(file, number),
      date,
      text,
      texts,
      kind,
      cents,
      balance,
      marks,
      reason: null,
      isOwnReason: false,
      isReadable: false,
    };
  });
  const places = new Map(table.map(({ key }, index) => [key, index]));
  const others = [...lines, ...empty].flatMap((of): TableRow[] => {
    const { sheet, leftOut, leftOutAmounts, faults, readable } = of;
    const own = answers.files.get(sheet.file)?.leftOut;
    const otherRows = new Set(sheet.otherRows);
    const textOf = (number: number) =>
      sheet.rows
        .find((row) => row.number === number)
        ?.cells.filter(Boolean)
        .join(', ') ?? '';
    const entry = (number: number, mark: string, reason: string | null): TableRow => ({
      ...common(sheet.file, number),
      date: leftOutAmounts.get(number)?.date || null,
      text: textOf(number),
      texts: [],
      kind: null,
      cents: leftOutAmounts.get(number)?.cents ?? null,
      balance: null,
      marks: [mark],
      reason,
      isOwnReason: own?.has(number) ?? false,
      isReadable: own?.has(number) || readable.has(number),
    });
    return [
      ...faults
        .filter(({ number }) => !places.has(`${sheet.file} ${number}`))
        .map(({ number }) => entry(number, 'cannot be read', null)),
      // Those of another account are no rows of this one.
      ...leftOut
        .filter(({ row }) => !otherRows.has(row))
        .map(({ row, reason }) => entry(row, 'left out', reason)),
    ];
  });
  return inPlaces(table, others);
}

/** Each after the row of its file that stands before it there. */
function inPlaces(table: readonly TableRow[], others: readonly TableRow[]): TableRow[] {
  const following = groupBy(others, ({ file, number }) => {
    let nearest: TableRow | undefined;
    for (const row of table)
      if (row.file === file && row.number < number && (!nearest || row.number > nearest.number))
        nearest = row;
    return nearest?.key ?? '';
  });
  return [...(following.get('') ?? []), ...table.flatMap((row) => [row, ...(following.get(row.key) ?? [])])];
}

export const setKind = (
  answers: Answers,
  rows: readonly { file: string; number: number }[],
  kind: RowKind,
): Answers => ({
  ...answers,
  kinds: new Map([...answers.kinds, ...rows.map(({ file, number }) => [`${file} ${number}`, kind] as const)]),
});
