import type { FollowedLoanFields } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';

export interface Gap {
  from: string;
  to: string;
}

/** The days between rows, or charges, between which others are missing. */
export function gapsOf({ transactions }: FollowedLoanFields, check: FollowedLoanResult['check']): Gap[] {
  return (check?.findings ?? []).flatMap(({ kind, row, other_row: other }) => {
    const [from, to] = [transactions?.[(other ?? row - 1) - 1]?.date, transactions?.[row - 1]?.date];
    return kind === 'repeat' || to === undefined ? [] : [{ from: from ?? to, to }];
  });
}
