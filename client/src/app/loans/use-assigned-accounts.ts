import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';
import { useMemo, useState } from 'react';
import { compareAccount, type Difference } from './compare-account.ts';
import { newAccount } from './loan-file.ts';

type Accounts = ReadonlyMap<string, number>;

/**
 * Which account of the loan each offset account of the files is, by its id: the one that is selected, the one with the same
 * balances, or the next one when the file was chosen. The last stays, also if another account is added to the loan.
 */
export function useAssignedAccounts({ input }: FollowedLoan, offsets: readonly OffsetAccount[]) {
  const compared = useMemo(
    () =>
      new Map(
        offsets.map((offset) => [
          offset.id,
          (input.offset_accounts ?? []).map(({ balances }) => compareAccount(balances, offset)),
        ]),
      ),
    [input, offsets],
  );
  const [selected, setSelected] = useState<Accounts>(new Map());
  const [initial, setInitial] = useState<Accounts>(new Map());
  const accounts = new Map<string, number>();
  const isFree = (account: number) => account === newAccount || ![...accounts.values()].includes(account);
  const numbersOf = (id: string) => compared.get(id)!.map((_, index) => index + 1);
  const assign = (find: (id: string) => number | undefined) => {
    for (const { id } of offsets) {
      const account = accounts.has(id) ? undefined : find(id);
      if (account !== undefined) accounts.set(id, account);
    }
  };
  assign((id) => selected.get(id));
  assign((id) =>
    numbersOf(id).find((account) => isFree(account) && compared.get(id)![account - 1] === 'same'),
  );
  assign((id) => (isFree(initial.get(id) ?? newAccount) ? initial.get(id) : undefined));
  assign((id) => numbersOf(id).find(isFree) ?? newAccount);
  if (offsets.some(({ id }) => !initial.has(id))) setInitial(new Map([...accounts, ...initial]));
  return {
    accounts,
    select: (id: string, account: number) => setSelected(new Map([...selected, [id, account]])),
    /** What the selected account holds otherwise than the files say. */
    differenceOf: (id: string): Difference | undefined => {
      const result = compared.get(id)![(accounts.get(id) ?? newAccount) - 1];
      return result === 'same' ? undefined : result;
    },
  };
}
