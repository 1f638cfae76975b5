import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';
import { accountKey } from 'engine/account-files/questions.ts';
import { useMemo, useState } from 'react';
import { compareAccount, type Comparison } from './compare-account.ts';
import { type FileAnswers, newAccount } from './loan-file.ts';

/** Which account of the loan an offset account was when its first file was chosen, or is since one was selected. */
interface Assignment {
  account: number;
  isSelected: boolean;
  /** How many accounts the loan had then. */
  accountCount: number;
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
  const comparisons = useMemo(
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
  const accountCount = input.offset_accounts?.length ?? 0;
  /** By the files of the account, so that it stays when one of them is added or removed. */
  const [assignments, setAssignments] = useState<ReadonlyMap<string, Assignment>>(new Map());
  const assign = (offset: OffsetAccount, value: Assignment) =>
    setAssignments((before) => new Map([...before, ...keysOf(offset).map((key) => [key, value] as const)]));
  const assignmentOf = (offset: OffsetAccount) => {
    const values = keysOf(offset).map((key) => assignments.get(key));
    return values.find((value) => value?.isSelected) ?? values.find((value) => value !== undefined);
  };

  const claims = offsets
    .flatMap((offset) =>
      comparisons.get(offset.id)!.map((comparison, index) => {
        const account = index + 1;
        const before = assignmentOf(offset);
        // Its addition may have been undone.
        const isOfLoan = before !== undefined && before.account <= accountCount;
        return { offset, account, strength: strengthOf(account, comparison, isOfLoan ? before : undefined) };
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
    const before = assignmentOf(offset);
    const isUnchanged = before !== undefined && (before.account !== newAccount || account === newAccount);
    const value = isUnchanged ? before : { isSelected: false, ...before, account, accountCount };
    if (keysOf(offset).some((key) => assignments.get(key) !== value)) assign(offset, value);
  }
  return {
    accounts,
    comparisons,
    select: (offset: OffsetAccount, account: number) =>
      assign(offset, { account, isSelected: true, accountCount }),
  };
}

const selectedStrength = Infinity;

/** The strongest claim gets the account; a negative one never. */
function strengthOf(
  account: number,
  { agreeing, agreement, isAdded, difference }: Comparison,
  assignment: Assignment | undefined,
): number {
  if (assignment?.isSelected && assignment.account !== newAccount)
    return account === assignment.account ? selectedStrength : -1;
  // The loan has the account meanwhile: the response to its addition was lost, or somebody else has added it.
  const isLater = assignment !== undefined && account > assignment.accountCount;
  if (isLater) return isAdded || (agreeing > 1 && !difference) ? 2 + agreement : -1;
  if (assignment?.isSelected) return -1;
  if (agreement > 0) return 2 + agreement;
  if (assignment?.account === newAccount) return -1;
  if (account === assignment?.account) return 2;
  return difference ? 0 : 1;
}
