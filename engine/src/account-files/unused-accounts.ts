/** Accounts in the files of the loan that are not used, and may be its offset accounts. */
import type { StatementCharge as Charge } from 'contract/statements/statements.ts';
import { isExplained } from 'engine/statements/possible-charges.ts';
import type { SheetReading } from './reading.ts';

/**
 * The accounts that are not used and may be offset accounts of the loan: they held money in the period of the charge. One
 * that held money also in those of the charges before and after it, which come out without it, is none.
 */
export function possibleOffsets(
  unused: readonly SheetReading[],
  index: number,
  charges: readonly Charge[],
): SheetReading[] {
  const before = charges.slice(0, index).findLast(isExplained);
  const after = charges.slice(index + 1).find(isExplained);
  return unused.filter(
    (account) =>
      mayHold(account, charges[index]!, 1) &&
      ![before, after].every(
        (charge) => charge && account.hasBalances && mayHold(account, charge, someCents),
      ),
  );
}

/** What changes the interest of a day by a cent. */
const someCents = 10_000;

/** Whether an account may have held as much on a day of the period. Its balances are seen from a debt. */
function mayHold(
  { rows, hasBalances, openingCents }: SheetReading,
  { from, to }: Charge,
  cents: number,
): boolean {
  if (!hasBalances) return true;
  const isHolding = (balance: number | null) => balance !== null && 0 - balance >= cents;
  const last = rows.findLast(({ date }) => date <= (from ?? ''));
  return (
    isHolding(last ? last.balance : openingCents) ||
    rows.some(({ date, balance }) => date >= (from ?? '') && date <= (to ?? '9999') && isHolding(balance))
  );
}
