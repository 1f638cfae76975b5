import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';
import { accountKey } from 'engine/account-files/questions.ts';
import { useMemo, useState } from 'react';
import { compareAccount, type Difference } from './compare-account.ts';
import { type FileAnswers, newAccount } from './loan-file.ts';

/** The number of an account of the loan, by each file of it. */
type ByFile = ReadonlyMap<string, number>;

const filesOf = ({ account: { lines } }: OffsetAccount) =>
  lines.map(({ reading }) => accountKey(reading.sheet));

const find = (numbers: ByFile, offset: OffsetAccount) =>
  filesOf(offset)
    .map((file) => numbers.get(file))
    .find((number) => number !== undefined);

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
          return [offset, own.map(({ balances }) => compareAccount(balances, offset, openingCents))];
        }),
      ),
    [input, offsets, typedOpenings],
  );
  const [selected, setSelected] = useState<ByFile>(new Map());
  /** How many accounts the loan had when one was selected. */
  const [offered, setOffered] = useState<ByFile>(new Map());
  const [initial, setInitial] = useState<ByFile>(new Map());
  const accounts = new Map<string, number>();
  const isFree = (account: number) => account === newAccount || ![...accounts.values()].includes(account);
  const numbersOf = (offset: OffsetAccount) => compared.get(offset)!.map((_, index) => index + 1);
  const assign = (numberOf: (offset: OffsetAccount) => number | undefined) => {
    for (const offset of offsets) {
      const account = accounts.has(offset.id) ? undefined : numberOf(offset);
      if (account !== undefined) accounts.set(offset.id, account);
    }
  };
  const findBy = (result: 'same' | 'follows', offset: OffsetAccount, from = 1) =>
    numbersOf(offset).find(
      (account) => account >= from && isFree(account) && compared.get(offset)![account - 1] === result,
    );
  assign((offset) => {
    const account = find(selected, offset);
    // The response to its addition may be lost: then the loan has it already.
    return account === newAccount ? (findBy('same', offset, find(offered, offset)! + 1) ?? account) : account;
  });
  assign((offset) => findBy('same', offset));
  assign((offset) => findBy('follows', offset));
  assign((offset) => (isFree(find(initial, offset) ?? newAccount) ? find(initial, offset) : undefined));
  assign((offset) => numbersOf(offset).find(isFree) ?? newAccount);
  const withFiles = (before: ByFile, offset: OffsetAccount, account: number) =>
    new Map([...before, ...filesOf(offset).map((file) => [file, account] as const)]);
  const added = offsets.filter((offset) => find(initial, offset) === undefined);
  if (added.length > 0)
    setInitial(
      added.reduce((before, offset) => withFiles(before, offset, accounts.get(offset.id)!), initial),
    );
  return {
    accounts,
    select: (offset: OffsetAccount, account: number) => {
      setSelected(withFiles(selected, offset, account));
      setOffered(withFiles(offered, offset, input.offset_accounts?.length ?? 0));
    },
    /** Where the assigned account of the loan held another amount. */
    differenceOf: (offset: OffsetAccount): Difference | undefined => {
      const result = compared.get(offset)![(accounts.get(offset.id) ?? newAccount) - 1];
      return typeof result === 'object' ? result : undefined;
    },
  };
}
