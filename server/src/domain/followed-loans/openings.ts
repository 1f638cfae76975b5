/** What was owed before rows that were the first, before others were put before them. It moves with its row. */
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

/** With the index of the row, the lowest first. */
export const RowOpening = Opening.extend({ row: z.int().min(0) });
export type RowOpening = z.infer<typeof RowOpening>;

interface WithOpenings {
  input: FollowedLoanInput;
  openings: readonly RowOpening[];
}

/** Before a row once those before it are gone: as it was without them, or else what they lead to. */
export function openingBefore({ input, openings }: WithOpenings, index: number): Opening {
  const { transactions = [], opening_balance, previous_charge_date } = input;
  const first = transactions[0]!;
  const own = {
    owed: (opening_balance ?? first.balance! - first.amount) / 100,
    previous_charge_date,
    row: 0,
  };
  const { owed, row, ...before } = openings.findLast((each) => each.row <= index) ?? own;
  return { ...before, owed: closingOf(transactions.slice(row, index), Math.round(100 * owed))! / 100 };
}

export const openingFields = ({ owed, previous_charge_date }: Opening) => ({
  opening_balance: Math.round(100 * owed) as Cents,
  previous_charge_date,
});

/** Before rows go: those of rows that go are of the next one that stays, unless that has its own, or becomes the first. */
export const passedOpenings = (
  { input, openings }: WithOpenings,
  partners: readonly (number | null)[],
): RowOpening[] =>
  openings.map((opening) => {
    if (partners[opening.row] !== null) return opening;
    const row = partners.findIndex((partner, index) => index > opening.row && partner !== null);
    const isTaken = row < 0 || partners[row] === 0 || openings.some((other) => other.row === row);
    return isTaken ? opening : { ...openingBefore({ input, openings }, row), row };
  });

/** After rows came back: that of a row is of those which came directly before it, unless one of these has its own. */
export const openingsBehind = (
  openings: readonly RowOpening[],
  partners: readonly number[],
): RowOpening[] => {
  const current = new Set(partners);
  const rows = new Set(openings.map(({ row }) => row));
  return openings.flatMap((opening) => {
    let { row } = opening;
    while (current.has(opening.row) && row > 0 && !current.has(row - 1)) {
      row--;
      if (rows.has(row)) return [];
    }
    return [{ ...opening, row }];
  });
};

/** Once each row is at its new index, or gone. */
export const movedOpenings = (
  openings: readonly RowOpening[],
  indexes: readonly (number | null)[],
): RowOpening[] =>
  openings
    .flatMap((opening) => {
      const row = indexes[opening.row] ?? null;
      return row === null ? [] : [{ ...opening, row }];
    })
    .toSorted((one, other) => one.row - other.row);

/** A charge that it was before the first row is among the earlier rows now. */
export const previousChargeDate = (
  { previous_charge_date: date }: Pick<FollowedLoanInput, 'previous_charge_date'>,
  first: { date: string },
) => (date !== undefined && date <= first.date ? date : undefined);
