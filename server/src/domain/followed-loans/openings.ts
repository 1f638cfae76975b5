/**
 * What was owed before each row: what its file says, or else what the rows before it led to when it was added. It stays with the row
 * whatever else is removed or restored, so the order of changes does not matter.
 */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { Transaction as Row } from 'contract/statements/statement-fields.ts';
import type { Cents } from 'contract/units.ts';
import { closingOf } from 'engine/statements/merge.ts';
import { z } from 'zod';

export const Opening = z.object({
  /** In dollars. */
  owed: z.number(),
  previous_charge_date: z.iso.date().optional(),
});
export type Opening = z.infer<typeof Opening>;

/** With the index of the row. It is stored where it does not follow from the row before. */
export const RowOpening = Opening.extend({
  row: z.int().min(-1),
  /** Of the entry of no row (-1), which has the day of a charge before rows that are gone: that of the last of them. */
  until: z.iso.date().optional(),
});
export type RowOpening = z.infer<typeof RowOpening>;

interface Account {
  transactions?: readonly Row[] | undefined;
  opening_balance?: number | undefined;
  previous_charge_date?: string | undefined;
}

const openingOf = (cents: number, previous_charge_date: string | undefined): Opening => ({
  owed: cents / 100,
  ...(previous_charge_date !== undefined && { previous_charge_date }),
});

/** What the row before leads to, unless the balance of the row says it. */
function following(before: Row, { owed, previous_charge_date }: Opening, { balance, amount }: Row): Opening {
  const cents = balance === undefined ? closingOf([before], Math.round(100 * owed))! : balance - amount;
  return openingOf(cents, before.kind === 'interest' ? undefined : previous_charge_date);
}

/** For each row. What is not known of one follows from the row before. */
function openingsOf(
  { transactions: rows = [], opening_balance: opening, previous_charge_date }: Account,
  knownOf: (row: number) => Opening | undefined,
): Opening[] {
  const openings: Opening[] = [];
  for (const [index, row] of rows.entries()) {
    openings.push(
      index === 0
        ? openingOf(opening ?? row.balance! - row.amount, previous_charge_date)
        : (knownOf(index) ?? following(rows[index - 1]!, openings[index - 1]!, row)),
    );
  }
  return openings;
}

export function openingsOfRows(input: Account, stored: readonly RowOpening[]): Opening[] {
  const byRow = new Map(stored.map(({ row, ...opening }) => [row, opening]));
  return openingsOf(input, (row) => byRow.get(row));
}

interface Former {
  input: FollowedLoanInput;
  openings: readonly RowOpening[];
}

/** The charge before the first row, or before one that is gone. */
function earlierCharge({ input, openings }: Former): RowOpening | undefined {
  const { previous_charge_date, transactions: rows = [] } = input;
  if (previous_charge_date === undefined) return openings.find(({ row }) => row < 0);
  const dates = openingsOfRows(input, openings).map((each) => each.previous_charge_date);
  const next = dates.findIndex((date) => date !== previous_charge_date);
  const until = (next < 0 ? rows : rows.slice(0, next)).at(-1)?.date;
  return { row: -1, owed: 0, previous_charge_date, ...(until !== undefined && { until }) };
}

/** As they are stored, where some are known. That of the first row is in the input. */
export function storedOpenings(
  input: FollowedLoanInput,
  known: readonly (Opening | undefined)[],
  former: Former,
): RowOpening[] {
  const charge = input.previous_charge_date === undefined && earlierCharge(former);
  const rows = input.transactions ?? [];
  const all = openingsOf(input, (row) => known[row]);
  const stored = all.flatMap(({ owed, previous_charge_date: date }, row) => {
    const before = row > 0 && following(rows[row - 1]!, all[row - 1]!, rows[row]!);
    const isStored = before && (before.owed !== owed || (date && date !== before.previous_charge_date));
    return isStored ? [{ ...all[row]!, row }] : [];
  });
  return charge ? [charge, ...stored] : stored;
}

export const openingFields = ({ owed, previous_charge_date }: Opening) => ({
  opening_balance: Math.round(100 * owed) as Cents,
  previous_charge_date,
});

/** A charge that it was before the first row may be among the earlier rows now, or come before another charge. */
export function previousChargeDate(former: Former, first: { date: string }): string | undefined {
  const { previous_charge_date, transactions } = former.input;
  const isNew = first.date < (transactions?.[0]?.date ?? '');
  if (previous_charge_date === undefined && !isNew) return undefined;
  const { previous_charge_date: date, until = first.date } = earlierCharge(former) ?? {};
  return date !== undefined && date <= first.date && first.date <= until ? date : undefined;
}
