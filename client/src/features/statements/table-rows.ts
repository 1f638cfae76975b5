/** The rows of the table, with those that were left out or cannot be read in their places. */
import type { AccountRole, Answers } from 'engine/account-files/questions.ts';
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

export function tableRows({ reading, loan }: AccountFiles): TableRow[] {
  const rows = reading?.rows ?? [];
  const lines = reading?.lines.filter(({ account }) => account === 'loan').map((line) => line.reading) ?? [];
  const empty = reading?.empty.filter(({ sheet }) => loan.some(({ id }) => id === sheet.file)) ?? [];
  const nameOf = (file: string) => loan.find(({ id }) => id === file)?.name ?? '';
  const common = (file: string, number: number) => ({
    key: `${file} ${number}`,
    file,
    number,
    fileName: nameOf(file),
    label: loan.length > 1 ? `${number} of ${nameOf(file)}` : String(number),
    reason: null,
    isOwnReason: false,
    isReadable: false,
  });
  const table = rows.map(({ file, number, date, texts, kind, cents, balance, isAsked }, index): TableRow => {
    const marks = [
      ...(isBroken(rows, index) ? ['does not follow'] : []),
      ...(isAsked || cents === null ? ['in question'] : []),
    ];
    return { ...common(file, number), date, text: texts.join(' '), texts, kind, cents, balance, marks };
  });
  const places = new Set(table.map(({ key }) => key));
  const others = [...lines, ...empty].flatMap(({ sheet, leftOut, faults }): TableRow[] => {
    const otherRows = new Set(sheet.otherRows);
    const unread = (number: number) => {
      const cells = sheet.rows.find((row) => row.number === number)?.cells ?? [];
      const text = cells.filter(Boolean).join(', ');
      return {
        ...common(sheet.file, number),
        date: null,
        text,
        texts: [],
        kind: null,
        cents: null,
        balance: null,
      };
    };
    return [
      ...faults
        .filter(({ number }) => !places.has(`${sheet.file} ${number}`))
        .map(({ number }) => ({ ...unread(number), marks: ['cannot be read'] })),
      // Those of another account are no rows of this one.
      ...leftOut
        .filter(({ row }) => !otherRows.has(row))
        .map(({ row, reason, date, cents, isOwn, isReadable }) => ({
          ...unread(row),
          marks: ['left out'],
          reason,
          date: date || null,
          cents,
          isOwnReason: isOwn,
          isReadable: isOwn || isReadable,
        })),
    ];
  });
  return inPlaces(table, others);
}

/** Whether the balance of a row is not that of the row before and the amount. */
export function isBroken(
  rows: readonly { cents: number | null; balance: number | null }[],
  index: number,
): boolean {
  const { cents, balance } = rows[index]!;
  const before = rows[index - 1]?.balance ?? null;
  return before !== null && balance !== null && before + (cents ?? 0) !== balance;
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

export const setRole = (answers: Answers, account: string, role: AccountRole): Answers => ({
  ...answers,
  roles: new Map([...(answers.roles ?? []), [account, role]]),
});

export const setKind = (
  answers: Answers,
  rows: readonly { file: string; number: number }[],
  kind: RowKind,
): Answers => ({
  ...answers,
  kinds: new Map([...answers.kinds, ...rows.map(({ file, number }) => [`${file} ${number}`, kind] as const)]),
});
