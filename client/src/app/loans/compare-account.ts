import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { balancesByDay, type OffsetAccount } from 'engine/account-files/offsets.ts';

type Balances = NonNullable<FollowedLoan['input']['offset_accounts']>[number]['balances'];

/** What an account of the loan and the files hold on a day, in cents. */
export interface Difference {
  date: string;
  ownCents: number;
  fileCents: number;
}

/**
 * Whether an offset account of the files is one of the loan: by the days that both state, otherwise by what the loan's
 * holds before the first day of the files. Undefined where nothing says so.
 */
export function compareAccount(
  balances: Balances,
  { account: { rows }, openingCents }: OffsetAccount,
): Difference | 'same' | undefined {
  const first = rows[0]?.date ?? '';
  if (openingCents === null) return undefined;
  const own = balances.map(({ date, balance }) => ({ date, cents: Math.round(100 * Number(balance)) }));
  const days = balancesByDay(rows, openingCents);
  const stated = own.flatMap(({ date, cents }) => {
    const fileCents = days.get(date);
    return fileCents === undefined ? [] : { date, ownCents: cents, fileCents };
  });
  const before = own.findLast(({ date }) => date < first);
  if (stated.length === 0 && before)
    stated.push({ date: first, ownCents: before.cents, fileCents: Math.max(openingCents, 0) });
  const difference = stated.find(({ ownCents, fileCents }) => ownCents !== fileCents);
  return difference ?? (stated.some(({ ownCents }) => ownCents !== 0) ? 'same' : undefined);
}
