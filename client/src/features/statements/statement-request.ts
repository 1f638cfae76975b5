/** The body of a check from the accounts that were read, and how its refusal names their rows. */
import type { StatementBody } from 'contract/statements/statement-fields.ts';
import type { z } from 'zod';
import { ApiError } from '#api/api-error.ts';
import { formatLongDate, inWords } from '#parts/format/format.ts';
import type { Reading, ReadRow } from './reading/read-account.ts';

export type StatementInput = z.input<typeof StatementBody>;

/** The transactions of several files for one account, of which each was exported once or more often. */
export function joinRows(files: readonly (readonly ReadRow[])[]): ReadRow[] {
  const [only, ...others] = files;
  if (only && others.length === 0) return sortedByDate(only);
  const taken = new Map<string, number>();
  const joined = files.flatMap((rows) => {
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
  return sortedByDate(joined);
}

const sortedByDate = (rows: readonly ReadRow[]): ReadRow[] =>
  rows.toSorted((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));

/** The sum of the accounts at the end of each day with a change; an account in debit counts as 0. */
export function addUpBalances(
  accounts: readonly { reading: Reading; openingCents: number }[],
): { date: string; balance: number }[] {
  const lasts = accounts.map(({ reading, openingCents }) => {
    let runningCents = openingCents;
    return new Map(
      reading.rows.map(({ date, cents, balanceCents }) => {
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

/** Without the stated balances where they follow from the amounts, so that more rows fit into the archive. */
export function savedInput(input: StatementInput, doBalancesAddUp: boolean): StatementInput {
  const first = input.transactions[0];
  if (!doBalancesAddUp || !first) return input;
  return {
    ...input,
    opening_balance: input.opening_balance ?? (centsOf(first.balance) - centsOf(first.amount)) / 100,
    transactions: input.transactions.map(({ balance: _balance, ...row }) => row),
  };
}

const centsOf = (amount: unknown) => Math.round(Number(amount) * 100);

/** The archive takes bodies of 64 KiB; the rest is for the name and the notes. */
const savedMaxBytes = 60_000;

export const isTooLargeToSave = (input: StatementInput): boolean =>
  new TextEncoder().encode(JSON.stringify(input)).length > savedMaxBytes;

const rowPath = /^(transactions|offset_balances|rates)\.(\d+)\.(\w+)$/;

/** A refusal that names rows and columns of the files instead of the paths of the request, which count from 0. */
export function inRowsOfFiles(
  error: Error,
  input: StatementInput,
  rowName: (transaction: number) => string,
): Error {
  if (!(error instanceof ApiError)) return error;
  const { status, code, requestId, details } = error;
  const reasons = Object.entries(details).map(([path, texts]) => {
    const [, list, index, field = path] = rowPath.exec(path) ?? [];
    const place = {
      transactions: () => `${rowName(Number(index) + 1)}, `,
      offset_balances: () =>
        `Offset accounts on ${formatLongDate(String(input.offset_balances?.[Number(index)]?.date))}, `,
      rates: () => `Rate ${Number(index) + 1}, `,
    }[list as 'rates']?.();
    return `${place ?? ''}${inWords(field)}: ${texts.join(' ')}`;
  });
  return reasons.length === 0
    ? error
    : new ApiError(reasons.join(' '), { status, code, requestId, details, hasServerMessage: true });
}
