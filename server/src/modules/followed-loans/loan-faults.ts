/** Notifications of a loan that changes: of charges that are called wrong, and of the next file. */
import type { FollowedLoanInput } from 'contract/followed-loans/followed-loan-fields.ts';
import type { FollowedLoanResult } from 'contract/followed-loans/followed-loan-result.ts';
import { formatLongDate } from 'contract/formats.ts';
import { supportedLoan } from 'engine/followed-loans/supported-loan.ts';
import { z } from 'zod';
import { type Charging, inSlices } from '#domain/finance/calculators.ts';
import { supportedLoanCost } from '#domain/finance/computation-cost.ts';
import { loanLink, notify } from '#domain/notifications/notifications.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import type { LoanRow } from '#domain/followed-loans/followed-loans.queries.ts';
import type { Transaction } from '#platform/database/database.ts';

export type Fault = NonNullable<FollowedLoanResult['check']>['rows'][number];

interface OwnRow {
  id: string;
  user_id: string;
  name: string;
}

export async function faultsOf(
  charging: Charging,
  input: FollowedLoanInput,
  { check }: FollowedLoanResult,
): Promise<Fault[]> {
  if (!check) return [];
  const { result } = await inSlices(charging, supportedLoanCost(check), supportedLoan(input, check));
  return result.rows.filter(({ status }) => status === 'differs');
}

/** As it is stored with the headline. */
export const faultKey = ({ date, charged }: Pick<Fault, 'date' | 'charged'>): string => `${date} ${charged}`;

/** The first charge that is called wrong after a change, and was not before it. */
export function newFault(
  { faults: stored }: Pick<LoanRow, 'faults'>,
  before: FollowedLoanInput,
  faults: readonly Fault[],
): Fault | undefined {
  // An earlier version stored none: then every charge that was there counts as known.
  const known = z.array(z.string()).safeParse(stored).data ?? before.transactions?.map(chargeKey);
  const former = new Set(known);
  return faults.find((fault) => !former.has(faultKey(fault)));
}

const chargeKey = ({ date, amount }: { date: string; amount: number }) =>
  faultKey({ date, charged: amount / 100 });

const textOf = ({ date }: Fault) =>
  `The charge on ${formatLongDate(date)} is not what we expect. Open it to see the difference and a letter.`;

export const notifyOfFault = (tx: Transaction, { id, user_id, name }: OwnRow, fault: Fault) =>
  notify(tx, user_id, {
    kind: 'loan_fault',
    title: `An interest charge of ${name} differs`,
    text: textOf(fault),
    loanId: id,
  });

/** Removes the notifications of charges that are no longer called wrong. Another one that still is takes the place of the last. */
export async function removeFormerFaults(
  tx: Transaction,
  row: OwnRow,
  faults: readonly Fault[],
): Promise<void> {
  const ofLoan = { user_id: row.user_id, kind: 'loan_fault', link: loanLink(row.id) } as const;
  const { count } = await tx.notification.deleteMany({
    where: { ...ofLoan, text: { notIn: faults.map(textOf) } },
  });
  if (count === 0) return;
  const [first] = faults;
  const isLast = (await tx.notification.count({ where: ofLoan })) === 0;
  if (first && isLast) await notifyOfFault(tx, row, first);
  else await announceNotifications(tx, row.user_id);
}

/** Once the loan has another last row. */
export async function removeReminder(tx: Transaction, { id, user_id }: OwnRow): Promise<void> {
  const where = { user_id, kind: 'loan_reminder', link: loanLink(id) } as const;
  const { count } = await tx.notification.deleteMany({ where });
  if (count > 0) await announceNotifications(tx, user_id);
}
