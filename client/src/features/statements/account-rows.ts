/** The rows of a check, from the accounts that were read. */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { z } from 'zod';
import type { ReadRow } from './reading/read-account.ts';

export type StatementInput = z.input<typeof StatementBody>;

/** The transactions of several files for one account, of which each was exported once or more often. */
export function joinRows(files: readonly (readonly ReadRow[])[]): ReadRow[] {
  const taken = new Map<string, number>();
  const joined = files.flatMap((rows) => {
    if (files.length === 1) return rows;
    const ofFile = new Map<string, number>();
    return rows.filter((row) => {
      const key = JSON.stringify([row.date, row.cents, row.balanceCents, row.description]);
      const count = (ofFile.get(key) ?? 0) + 1;
      ofFile.set(key, count);
      if (count <= (taken.get(key) ?? 0)) return false;
      taken.set(key, count);
      return true;
    });
  });
  return joined.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The sum of the accounts at the end of each day with a change; an account in debit counts as 0. */
export function addUpBalances(
  accounts: readonly { rows: readonly ReadRow[]; openingCents: number }[],
): { date: string; balance: number }[] {
  const lasts = accounts.map(({ rows, openingCents }) => {
    let runningCents = openingCents;
    return new Map(
      rows.map(({ date, cents, balanceCents }) => {
        runningCents = balanceCents ?? runningCents + cents;
        return [date, Math.max(runningCents, 0)] as const;
      }),
    );
  });
  const dates = [...new Set(lasts.flatMap((last) => [...last.keys()]))].toSorted();
  const current = lasts.map(() => 0);
  return dates.map((date) => {
    for (const [index, last] of lasts.entries()) current[index] = last.get(date) ?? current[index]!;
    return { date, balance: current.reduce((sum, cents) => sum + cents, 0) / 100 };
  });
}

export const transactionsOf = (rows: readonly ReadRow[]): StatementInput['transactions'] =>
  rows.map(({ date, cents, kind, balanceCents }) => ({
    date,
    amount: cents / 100,
    ...(kind !== 'other' && { kind }),
    ...(balanceCents !== null && { balance: balanceCents / 100 }),
  }));
