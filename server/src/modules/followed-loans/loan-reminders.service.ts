import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { count } from 'contract/counts.ts';
import { formatLongDate } from 'contract/formats.ts';
import type { CashRateChange } from 'engine/followed-loans/decisions.ts';
import { deleteLapsedInvitations } from '#domain/followed-loans/loan-links.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import {
  claimDecisionReminders,
  claimLoanReminders,
  deleteOldLosses,
} from '#domain/followed-loans/followed-loans.queries.ts';

interface ReminderDependencies extends HasDatabase {
  readCashRate: () => Promise<readonly CashRateChange[]>;
}

const perTransaction = 200;
/** Where a loan has followed no decision yet. */
const usualDelayDays = 14;

/** A daily job: reminders of the next file and of the latest rate decision, each once, and the end of old invitations and losses. */
export async function remindOfLoans({ database, readCashRate }: ReminderDependencies): Promise<void> {
  const cashRate = await readCashRate();
  await repeatFull(database, remindOfFiles);
  await repeatFull(database, (tx, today) => remindOfDecision(tx, today, cashRate));
  await database.prisma.$transaction((tx) => deleteLapsedInvitations(tx));
  await deleteOldLosses(database, followedLoanLimits.restoreDays);
}

/** Repeats the work until it claims fewer loans than it may. */
async function repeatFull(
  { prisma }: HasDatabase['database'],
  work: (tx: Transaction, today: string) => Promise<number>,
): Promise<void> {
  let claimed: number;
  do {
    claimed = await prisma.$transaction(async (tx) => {
      return work(tx, (await readClock(tx)).toISOString().slice(0, 10));
    });
  } while (claimed === perTransaction);
}

async function remindOfFiles(tx: Transaction, today: string): Promise<number> {
  const loans = await claimLoanReminders(tx, today, perTransaction);
  for (const { id: loanId, user_id, name, as_of, has_rows } of loans) {
    await notify(tx, user_id, {
      kind: 'loan_reminder',
      loanId,
      title: `${name}: add the next file`,
      text: has_rows
        ? `Your last row is of ${formatLongDate(as_of)}.`
        : `It has no rows yet. What is owed is of ${formatLongDate(as_of)}.`,
    });
  }
  return loans.length;
}

async function remindOfDecision(
  tx: Transaction,
  today: string,
  cashRate: readonly CashRateChange[],
): Promise<number> {
  const index = cashRate.findLastIndex(({ date }) => date <= today);
  const [before, decision] = [cashRate[index - 1], cashRate[index]];
  if (!before || !decision) return 0;
  const points = Math.round((decision.value - before.value) * 100) / 100;
  const change = `${points < 0 ? 'fell' : 'rose'} by ${Math.abs(points).toFixed(2)} points`;
  const loans = await claimDecisionReminders(tx, today, decision.date, usualDelayDays, perTransaction);
  for (const { id: loanId, user_id, name, delay_days: days } of loans) {
    const delay =
      days === null
        ? 'Lenders often take two weeks.'
        : `Changes of your loan took ${count(days, 'day')} so far.`;
    await notify(tx, user_id, {
      kind: 'loan_decision',
      loanId,
      title: `A rate decision should have reached ${name}`,
      text: `The cash rate ${change} on ${formatLongDate(decision.date)}. ${delay} Add your next file to see it.`,
    });
  }
  return loans.length;
}
