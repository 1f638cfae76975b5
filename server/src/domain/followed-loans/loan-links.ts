/** Ends what two users follow together. Neither is notified, and each keeps the loan. */
import { followedLoanLimits } from 'contract/followed-loans/followed-loans.constants.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { invitationLink } from '#domain/notifications/notifications.ts';
import { announceNotifications } from '#domain/notifications/notifications.queries.ts';
import type { Transaction } from '#platform/database/database.ts';
import {
  deleteInvitationsOfFriends,
  deleteInvitationsOfUser,
  deleteInvitationsToLoan,
  deleteOldInvitations,
  lockLoansOfFriends,
  lockSharedLoansOf,
} from './loan-links.queries.ts';

const noFriendship = { low_user_id: null, high_user_id: null };

/** Call it with both users locked. */
export async function unlinkFriends(tx: Transaction, one: string, other: string): Promise<void> {
  const friendship = friendshipOf(one, other);
  const rows = await lockLoansOfFriends(tx, friendship);
  await unlinkLoans(tx, rows);
  await announce(tx, await deleteInvitationsOfFriends(tx, friendship, invitationLink));
}

/** For an account that waits for its deletion, is suspended or disabled. Call it with the user locked. */
export async function unlinkUser(tx: Transaction, userId: string): Promise<void> {
  const rows = await lockSharedLoansOf(tx, userId);
  await unlinkLoans(tx, rows);
  await announce(tx, await deleteInvitationsOfUser(tx, userId, invitationLink));
}

/** Call it with the rows locked. */
export async function unlinkLoans(tx: Transaction, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) return;
  await tx.followedLoan.updateMany({ where: { id: { in: rows.map(({ id }) => id) } }, data: noFriendship });
}

/** With its notification. */
export async function deleteInvitation(tx: Transaction, loanId: string): Promise<void> {
  await announce(tx, await deleteInvitationsToLoan(tx, loanId, invitationLink));
}

/** Those to the friend, or to anybody. */
export async function deleteLapsedInvitations(
  tx: Transaction,
  friendId: string | null = null,
): Promise<void> {
  const recipients = await deleteOldInvitations(
    tx,
    followedLoanLimits.invitationDays,
    invitationLink,
    friendId,
  );
  await announce(tx, recipients);
}

async function announce(tx: Transaction, recipients: readonly { user_id: string }[]): Promise<void> {
  for (const userId of new Set(recipients.map(({ user_id }) => user_id))) {
    await announceNotifications(tx, userId);
  }
}
