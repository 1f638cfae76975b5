import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';
import { accountKey } from 'engine/account-files/questions.ts';
import { useMemo, useState } from 'react';
import { compareAccount, type Comparison, type Difference } from './compare-account.ts';
import { type FileAnswers, newAccount } from './loan-file.ts';

/** Which account of the loan an offset account was when its first file was chosen, or is since one was selected. */
interface Assigned {
  account: number;
  isSelected: boolean;
  /** How many accounts the loan had then. */
  ofAccounts: number;
}

const keysOf = ({ account: { lines } }: OffsetAccount) =>
  lines.map(({ reading }) => accountKey(reading.sheet));

/**
 * Which account of the loan each offset account of the files is, by its id: the one that is selected, the one with the same
 * balances, or the next one when the file was chosen. The last stays, also if another account is added to the loan.
 */
export function useAssignedAccounts(
  { input }: FollowedLoan,
  offsets: readonly OffsetAccount[],
  typedOpenings: FileAnswers['offsetOpeningCents'],
) {
  const compared = useMemo(
    () =>
      new Map(
        offsets.map((offset) => {
          const openingCents = offset.openingCents ?? typedOpenings.get(offset.id) ?? null;
          const own = input.offset_accounts ?? [];
          return [offset.id, own.map(({ balances }) => compareAccount(balances, offset, openingCents))];
        }),
      ),
    [input, offsets, typedOpenings],
  );
  const ofAccounts = input.offset_accounts?.length ?? 0;
  /** By the files of the account, so that it stays when one of them is added or removed. */
  const [assigned, setAssigned] = useState<ReadonlyMap<string, Assigned>>(new Map());
  const assign = (offset: OffsetAccount, value: Assigned) =>
    setAssigned((before) => new Map([...before, ...keysOf(offset).map((key) => [key, value] as const)]));
  /** Not an account that the loan has no longer. */
  const assignedTo = (offset: OffsetAccount) =>
    keysOf(offset)
      .map((key) => assigned.get(key))
      .find((value) => value && value.account <= ofAccounts);

  const claims = offsets
    .flatMap((offset) =>
      compared.get(offset.id)!.map((comparison, index) => {
        const account = index + 1;
        return { offset, account, strength: strengthOf(account, comparison, assignedTo(offset)) };
      }),
    )
    .toSorted((a, b) => b.strength - a.strength);
  const accounts = new Map<string, number>();
  for (const { offset, account, strength } of claims) {
    const isFree = ![...accounts.values()].includes(account);
    if (!accounts.has(offset.id) && strength >= 0 && (isFree || strength === selectedStrength))
      accounts.set(offset.id, account);
  }
  for (const offset of offsets) {
    const account = accounts.get(offset.id) ?? newAccount;
    accounts.set(offset.id, account);
    const value = assignedTo(offset) ?? { account, isSelected: false, ofAccounts };
    if (keysOf(offset).some((key) => assigned.get(key) !== value)) assign(offset, value);
  }
  return {
    accounts,
    select: (offset: OffsetAccount, account: number) =>
      assign(offset, { account, isSelected: true, ofAccounts }),
    /** Where the assigned account of the loan held another amount. */
    differenceOf: ({ id }: OffsetAccount): Difference | undefined =>
      compared.get(id)![accounts.get(id)! - 1]?.difference,
  };
}

const selectedStrength = Infinity;

/** The strongest claim gets the account; a negative one never. */
function strengthOf(
  account: number,
  { agreement, isAdded, difference }: Comparison,
  assigned: Assigned | undefined,
): number {
  if (assigned?.isSelected && assigned.account !== newAccount)
    return account === assigned.account ? selectedStrength : -1;
  const isLater = assigned !== undefined && account > assigned.ofAccounts;
  // Of a new account that is selected, the response to its addition may be lost: then the loan has it already.
  if (isAdded && (isLater || !assigned?.isSelected)) return 3 + agreement;
  if (assigned?.isSelected) return -1;
  if (agreement > 0 && !isLater) return 2 + agreement;
  if (assigned?.account === newAccount) return -1;
  if (account === assigned?.account) return 2;
  return difference ? 0 : 1;
}
