import type { FollowedLoan } from 'contract/followed-loans/followed-loan-record.ts';
import { balancesByDay, type OffsetAccount } from 'engine/account-files/offsets.ts';

type Balances = NonNullable<FollowedLoan['input']['offset_accounts']>[number]['balances'];

/** What an account of the loan and the files hold at the end of a day, or before it. In cents. */
export interface Difference {
  date: string;
  isBefore: boolean;
  ownCents: number;
  fileCents: number;
}

export interface Comparison {
  /** On how many days, and before them, both hold the same. */
  agreeing: number;
  /** More with each day that agrees, then with fewer that do not; 0 where none agrees. */
  agreement: number;
  /** Whether the loan has all days of the files, and the same on each. */
  isAdded: boolean;
  /** Whether the loan's first balance is, or may have been assumed to be, what is held before the files. */
  isOpening: boolean;
  /** What the loan holds at the end of the files' last day, if they were exported before it was over. In cents. */
  endCents?: number | undefined;
  difference?: Difference | undefined;
}

/** An account that is overdrawn offsets nothing, so the loan has it as 0. */
const offsetCents = (cents: number) => Math.max(cents, 0);

/** Whether an offset account of the files is one of the loan. */
export function compareAccount(
  balances: Balances,
  { account: { rows } }: OffsetAccount,
  openingCents: number | null,
): Comparison {
  const [first, last] = [rows[0]?.date, rows.at(-1)?.date];
  // A typed balance may not be a number.
  if (openingCents === null || Number.isNaN(openingCents) || !first || !last)
    return { agreeing: 0, agreement: 0, isAdded: false, isOpening: false };
  const running = [{ date: '', cents: openingCents }];
  for (const { date, cents, balance } of rows)
    running.push({ date, cents: balance ?? running.at(-1)!.cents + (cents ?? 0) });
  const balancesOn = (date: string) =>
    running.filter((row) => row.date === date || (!row.date && date === first));
  const own = balances.map(({ date, balance }) => ({ date, ownCents: Math.round(100 * Number(balance)) }));
  let at = 0;
  const days = own
    // The first balance may be assumed for the time before the first file. It was held until the second.
    .filter(({ date }, index) => date >= first && date <= last && (index > 0 || own.length === 1))
    .map((day) => {
      while (running[at + 1] && running[at + 1]!.date <= day.date) at++;
      const fileCents = running[at]!.cents;
      // The last file of the loan may have been exported before its last day was over.
      const possible = day === own.at(-1) ? [...balancesOn(day.date), running[at]!] : [running[at]!];
      const isSame = possible.some(({ cents }) => offsetCents(cents) === day.ownCents);
      return { ...day, isBefore: false, fileCents, isSame };
    })
    // A day on which both hold nothing says nothing.
    .filter(({ isSame, ownCents }) => !isSame || ownCents !== 0);
  const second = own[1]?.date ?? '';
  const date = [first, second].toSorted().at(-1)!;
  const before = own
    .filter((day) => day.date < date)
    .slice(-1)
    .map(({ ownCents }) => {
      const fileCents = running.findLast((row) => row.date < date)!.cents;
      return { date, isBefore: true, ownCents, fileCents, isSame: offsetCents(fileCents) === ownCents };
    });
  const agreeing = [...before, ...days].filter(({ isSame, ownCents }) => isSame && ownCents !== 0).length;
  // Files may be missing in between, so that what was held before says less.
  const differing = (days.length > 0 ? days : before).filter(
    // These files, too, may have been exported before their last day was over.
    (day) => !day.isSame && (day.date !== last || agreeing === 0),
  );
  const ofOwn = new Map(own.map((day) => [day.date, day.ownCents]));
  const endCents = ofOwn.get(last);
  const isLater = !balancesOn(last).some(({ cents }) => offsetCents(cents) === endCents);
  return {
    agreeing,
    agreement: agreeing && agreeing + agreeing / (agreeing + differing.length),
    isAdded: [...balancesByDay(rows, openingCents)].every(([day, cents]) => ofOwn.get(day) === cents),
    isOpening: second === first || second > last || (second > first && before[0]!.isSame),
    endCents: agreeing > 0 && isLater ? endCents : undefined,
    difference: differing[0],
  };
}
