/** Ends what two users follow together. Neither is notified, and each keeps the loan. */
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { invitationLink } from '#domain/notifications/notifications.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { daysAfter, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import { lockLoansOfFriends, lockSharedLoansOf } from './followed-loans.queries.ts';

const noFriendship = { low_user_id: null, high_user_id: null };

/** Call it with both users locked. */
export async function unlinkFriends(tx: Transaction, one: string, other: string): Promise<void> {
  const friendship = friendshipOf(one, other);
  const rows = await lockLoansOfFriends(tx, friendship);
  await unlinkLoans(tx, rows);
  await deleteInvitations(tx, friendship);
}

/** For an account that waits for its deletion, is suspended or disabled. Call it with the user locked. */
export async function unlinkUser(tx: Transaction, userId: string): Promise<void> {
  const rows = await lockSharedLoansOf(tx, userId);
  await unlinkLoans(tx, rows);
  await deleteInvitations(tx, { OR: [{ low_user_id: userId }, { high_user_id: userId }] });
}

/** Call it with the rows locked. */
export async function unlinkLoans(tx: Transaction, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.followedLoan.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: noFriendship });
}

/** Those to the friend, or to anybody. */
export async function deleteLapsedInvitations(tx: Transaction, friend_id?: string): Promise<void> {
  const last = daysAfter(await readClock(tx), -followedLoanLimits.invitationDays);
  await deleteInvitations(tx, { created_at: { lte: last }, ...(friend_id && { friend_id }) });
}

/** With their notifications. */
export async function deleteInvitations(
  tx: Transaction,
  where: Prisma.LoanInvitationWhereInput,
): Promise<void> {
  const invitations = await tx.loanInvitation.findMany({ where });
  if (invitations.length === 0) return;
  const loanIds = invitations.map(({ loan_id }) => loan_id);
  const userIds = [...new Set(invitations.map(({ friend_id }) => friend_id))];
  await tx.loanInvitation.deleteMany({ where: { AND: [where, { loan_id: { in: loanIds } }] } });
  await tx.notification.deleteMany({
    where: {
      kind: 'calculation_shared',
      user_id: { in: userIds },
      link: { in: loanIds.map((id) => invitationLink + id) },
    },
  });
  for (const userId of userIds) await announceNotifications(tx, userId);
}
