import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import type { OffsetAccount } from 'engine/account-files/offsets.ts';

type Balances = NonNullable<FollowedLoan['input']['offset_accounts']>[number]['balances'];

/** What an account of the loan and the files hold at the end of a day, or before the first day of the files. In cents. */
export interface Difference {
  date: string;
  isBefore: boolean;
  ownCents: number;
  fileCents: number;
}

/**
 * Whether an offset account of the files is one of the loan: the same where all days of both agree, otherwise by what the loan's
 * holds before the first day of the files. Undefined where nothing says so.
 */
export function compareAccount(
  balances: Balances,
  { account: { rows } }: OffsetAccount,
  openingCents: number | null,
): Difference | 'same' | 'follows' | undefined {
  // A typed balance may not be a number.
  if (openingCents === null || Number.isNaN(openingCents)) return undefined;
  const own = balances.map(({ date, balance }) => ({ date, ownCents: Math.round(100 * Number(balance)) }));
  const ofDays = new Map<string, number[]>();
  let running = openingCents;
  for (const { date, cents, balance } of rows) {
    const before = ofDays.get(date) ?? [Math.max(running, 0)];
    running = balance ?? running + (cents ?? 0);
    ofDays.set(date, [...before, Math.max(running, 0)]);
  }
  const stated = own.flatMap((day, index) => {
    const ofDay = ofDays.get(day.date);
    if (!ofDay) return [];
    const fileCents = ofDay.at(-1)!;
    // The last file may have been exported before its last day was over.
    const isSame = fileCents === day.ownCents || (index === own.length - 1 && ofDay.includes(day.ownCents));
    // The first balance may have been assumed for the time before the first file.
    return isSame || index > 0 ? { ...day, isBefore: false, fileCents, isSame } : [];
  });
  const difference = stated.find(({ isSame }) => !isSame);
  if (difference) return difference;
  if (stated.some(({ ownCents }) => ownCents !== 0)) return 'same';
  const first = rows[0]?.date ?? '';
  const last = own.findLastIndex(({ date }) => date < first);
  if (stated.length > 0 || last < 1) return undefined;
  const { ownCents } = own[last]!;
  const fileCents = Math.max(openingCents, 0);
  if (ownCents !== fileCents) return { date: first, isBefore: true, ownCents, fileCents };
  return ownCents === 0 ? undefined : 'follows';
}
