import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';
import { useState } from 'react';
import { newAccount, offsetAccountsOf } from './loan-file.ts';

/**
 * Which account of the loan each offset account of the files is, by its id: at first the next one that is not assigned.
 * It stays so when another account is added to the loan, or another file is removed.
 */
export function useAssignedAccounts(loan: FollowedLoan, offsets: readonly OffsetAccount[]) {
  const [accounts, setAccounts] = useState<ReadonlyMap<string, number>>(new Map());
  if (offsets.some(({ id }) => !accounts.has(id))) setAccounts(withNext(accounts, loan, offsets));
  return {
    accounts,
    assign: (id: string, account: number) => setAccounts(new Map([...accounts, [id, account]])),
    hasSeveralNew: offsets.filter(({ id }) => accounts.get(id) === newAccount).length > 1,
  };
}

function withNext(
  before: ReadonlyMap<string, number>,
  loan: FollowedLoan,
  offsets: readonly OffsetAccount[],
) {
  const accounts = new Map(before);
  const numbers = Array.from({ length: offsetAccountsOf(loan) }, (_, index) => index + 1);
  for (const { id } of offsets) {
    if (accounts.has(id)) continue;
    const assigned = new Set(offsets.map((offset) => accounts.get(offset.id)));
    accounts.set(id, numbers.find((number) => !assigned.has(number)) ?? newAccount);
  }
  return accounts;
}
