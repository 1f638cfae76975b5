/** The offset accounts, and what they hold together. */
import { addTo, byFirstRows, type JoinedAccount, lastFileOf, relate, startAccount } from './join.ts';
import type { Answers, Must, Typed } from './questions.ts';
import type { AccountRow, SheetReading } from './reading.ts';

export interface OffsetAccount {
  name: string;
  account: JoinedAccount;
  openingCents: number | null;
}

export function joinOffsets(
  readings: readonly SheetReading[],
  answers: Answers,
  typed: Typed,
  must: Set<Must>,
): OffsetAccount[] {
  const accounts: JoinedAccount[] = [];
  for (const reading of byFirstRows(readings.filter(({ rows }) => rows.length > 0))) {
    const relations = accounts.map((account) => ({ account, relation: relate(account, reading) }));
    const answer = answers.belongs.get(reading.sheet.file);
    const selected = relations.find(({ account }) => account.lines[0]!.reading.sheet.file === answer);
    const found =
      answer === false
        ? undefined
        : (selected ??
          relations.find(({ relation }) => relation.isOne) ??
          (answer ? relations.at(-1) : undefined));
    if (found) {
      addTo(found.account, reading, found.relation);
      continue;
    }
    const open =
      answer === undefined ? relations.findLast(({ relation }) => relation.isOne === null) : undefined;
    if (open) must.add('belongs');
    accounts.push(
      startAccount(reading, open && { relation: open.relation, before: lastFileOf(open.account) }),
    );
  }
  return accounts.map((account, index) => {
    const [first] = account.lines;
    const openingCents =
      account.openingCents ?? typed.offsetOpeningCents.get(first!.reading.sheet.file) ?? null;
    if (openingCents === null) must.add('opening_balance');
    return { name: String.fromCodePoint(65 + index), account, openingCents };
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
  const start = previousChargeDate !== null && previousChargeDate < first ? previousChargeDate : first;
  const closes = offsets.map(({ account, openingCents }) => {
    let running = openingCents ?? 0;
    const days = new Map<string, number>();
    for (const { date, cents, balance } of account.rows) {
      running = balance ?? running + (cents ?? 0);
      days.set(date, Math.max(running, 0));
    }
    return { opening: Math.max(openingCents ?? 0, 0), days };
  });
  const dates = [...new Set(closes.flatMap(({ days }) => [...days.keys()]))].toSorted();
  const current = closes.map(({ opening }) => opening);
  const list: { date: string; cents: number }[] = [];
  const add = (date: string) => {
    const cents = current.reduce((sum, each) => sum + each, 0);
    if (list.at(-1)?.cents !== cents) list.push({ date, cents });
  };
  for (const date of dates) {
    if (date > start && list.length === 0) add(start);
    if (date > last) break;
    for (const [index, { days }] of closes.entries()) current[index] = days.get(date) ?? current[index]!;
    if (date === start || (date > start && list.length > 0)) add(date);
  }
  if (list.length === 0) add(start);
  return list;
}

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
