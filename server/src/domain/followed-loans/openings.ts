/**
 * What was owed before each row: what its file says, or else what the rows before it led to when it was added. It stays with the row
 * whatever else is removed or restored, so the order of changes does not matter.
 */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
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
export const RowOpening = Opening.extend({ row: z.int().min(0) });
export type RowOpening = z.infer<typeof RowOpening>;

type Row = NonNullable<FollowedLoanInput['transactions']>[number];

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

/** As they are stored, where some are known. That of the first row is in the input. */
export function storedOpenings(
  input: FollowedLoanInput,
  known: readonly (Opening | undefined)[],
): RowOpening[] {
  const rows = input.transactions ?? [];
  const all = openingsOf(input, (row) => known[row]);
  return all.flatMap(({ owed, previous_charge_date: date }, row) => {
    const before = row > 0 && following(rows[row - 1]!, all[row - 1]!, rows[row]!);
    const isStored = before && (before.owed !== owed || (date && date !== before.previous_charge_date));
    return isStored ? [{ ...all[row]!, row }] : [];
  });
}

export const openingFields = ({ owed, previous_charge_date }: Opening) => ({
  opening_balance: Math.round(100 * owed) as Cents,
  previous_charge_date,
});

/** A charge that it was before the first row is among the earlier rows now. */
export const previousChargeDate = (
  { previous_charge_date: date }: Pick<FollowedLoanInput, 'previous_charge_date'>,
  first: { date: string },
) => (date !== undefined && date <= first.date ? date : undefined);
