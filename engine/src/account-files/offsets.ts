/** The offset accounts, and what they hold together. */
import { addUpBalances } from 'engine/statements/merge.ts';
import {
  addTo,
  byFirstRows,
  isSameNumber,
  type JoinedAccount,
  lastFileOf,
  relate,
  startAccount,
} from './join.ts';
import { accountKey, type Answers, type Must, type Typed } from './questions.ts';
import type { AccountRow, SheetReading } from './reading.ts';

export interface OffsetAccount {
  /** Of its first file and its number there. */
  id: string;
  name: string;
  account: JoinedAccount;
  openingCents: number | null;
}

/** A, B, C … */
export const offsetName = (index: number): string => String.fromCodePoint(65 + index);

export function joinOffsets(
  readings: readonly SheetReading[],
  answers: Answers,
  typed: Typed,
  must: Set<Must>,
): OffsetAccount[] {
  const accounts: JoinedAccount[] = [];
  for (const reading of byFirstRows(readings.filter(({ rows }) => rows.length > 0))) {
    const relations = accounts.map((account) => ({ account, relation: relate(account, reading) }));
    const answer = answers.belongs.get(accountKey(reading.sheet));
    const selected = relations.find(({ account }) => accountKey(account.lines[0]!.reading.sheet) === answer);
    const certain = relations.find(({ relation }) => relation.isOne && !relation.isWeak);
    const open =
      relations.findLast(({ relation }) => relation.isOne && relation.isWeak) ??
      relations.findLast(({ relation }) => relation.isOne === null);
    const found =
      answer === false
        ? undefined
        : (selected ?? certain ?? (answer ? (open ?? relations.at(-1)) : undefined));
    if (found) {
      addTo(found.account, reading, found.relation);
      continue;
    }
    const question = answer === undefined ? open : undefined;
    if (question) must.add('belongs');
    accounts.push(
      startAccount(
        reading,
        question && { relation: question.relation, before: lastFileOf(question.account) },
      ),
    );
  }
  return accounts.map((account, index) => {
    const id = accountKey(account.lines[0]!.reading.sheet);
    const openingCents = account.openingCents ?? typed.offsetOpeningCents.get(id) ?? null;
    if (openingCents === null) must.add('opening_balance');
    return { id, name: offsetName(index), account, openingCents };
  });
}

/** What all offset accounts hold at the end of each day on which it changes, from the last charge before the loan's rows. */
export function offsetBalances(
  offsets: readonly OffsetAccount[],
  rows: readonly Pick<AccountRow, 'date'>[],
  previousChargeDate: string | null,
): { date: string; cents: number }[] {
  const [first, last] = [rows[0]?.date, rows.at(-1)?.date];
  if (offsets.length === 0 || first === undefined || last === undefined) return [];
  const start = startOf(rows, previousChargeDate);
  const accounts = offsets.map(({ account, openingCents }) => ({
    openingCents: Math.max(openingCents ?? 0, 0),
    days: balancesByDay(account.rows, openingCents ?? 0),
  }));
  const sums = addUpBalances(accounts);
  const opening = accounts.reduce((sum, { openingCents }) => sum + openingCents, 0);
  const atStart = sums.findLast(({ date }) => date <= start)?.cents ?? opening;
  const list = [{ date: start, cents: atStart }, ...sums.filter(({ date }) => date > start && date <= last)];
  return list.filter(({ cents }, index) => cents !== list[index - 1]?.cents);
}

/** What an account holds at the end of each day with rows. */
export function balancesByDay(rows: readonly AccountRow[], openingCents: number): Map<string, number> {
  let running = openingCents;
  const days = new Map<string, number>();
  for (const { date, cents, balance } of rows) {
    running = balance ?? running + (cents ?? 0);
    days.set(date, Math.max(running, 0));
  }
  return days;
}

/** The day from which what the offset accounts hold counts. */
export const startOf = (rows: readonly { date: string }[], previous: string | null): string => {
  const first = rows[0]?.date ?? '';
  return previous !== null && previous < first ? previous : first;
};

/** Whether only equal rows say that files are of one account, and not of two with equal rows. */
export const mayBeTwo = ({ account: { lines } }: OffsetAccount): boolean =>
  lines.some(
    ({ join, reading: { sheet } }) =>
      join === 'overlaps' && isSameNumber(sheet.account, lines[0]!.reading.sheet.account) !== true,
  );

/** Whether the period of a charge has days before the first or after the last row of the account. */
export function isBeyond(
  { from, to }: { from: string | null; to: string | null },
  { account: { rows } }: OffsetAccount,
): boolean {
  const [first, last] = [rows[0], rows.at(-1)];
  return (
    first !== undefined &&
    last !== undefined &&
    ((from !== null && from < first.date) || (to !== null && to > last.date))
  );
}
