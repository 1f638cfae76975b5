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
 * Whether an offset account of the files is one of the loan: where a day of both has the same balance, otherwise by what the
 * loan's holds before the first day of the files. Undefined where nothing says so.
 */
export function compareAccount(
  balances: Balances,
  { account: { rows } }: OffsetAccount,
  openingCents: number | null,
): Difference | 'same' | undefined {
  // A typed balance may not be a number.
  if (openingCents === null || Number.isNaN(openingCents)) return undefined;
  const own = balances.map(({ date, balance }) => ({ date, cents: Math.round(100 * Number(balance)) }));
  // A file may have been exported before the day was over, so each balance of a day counts.
  const ofDays = new Map<string, number[]>();
  let running = openingCents;
  for (const { date, cents, balance } of rows) {
    const before = ofDays.get(date) ?? [Math.max(running, 0)];
    running = balance ?? running + (cents ?? 0);
    ofDays.set(date, [...before, Math.max(running, 0)]);
  }
  const first = rows[0]?.date ?? '';
  const last = own.findLastIndex(({ date }) => date < first);
  const stated = own.filter(({ date }) => ofDays.has(date));
  // The first balance may have been assumed for the time before the first file.
  const isBefore = stated.length === 0 && last > 0;
  const compared = (isBefore ? [{ ...own[last]!, date: first }] : stated).map(({ date, cents }) => {
    const ofFile = isBefore ? [Math.max(openingCents, 0)] : ofDays.get(date)!;
    return { date, isBefore, ownCents: cents, fileCents: ofFile.at(-1)!, isSame: ofFile.includes(cents) };
  });
  if (compared.some(({ isSame, ownCents }) => isSame && ownCents !== 0)) return 'same';
  return compared.find(({ isSame }) => !isSame);
}
