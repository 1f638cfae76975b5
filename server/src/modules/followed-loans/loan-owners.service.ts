/** Two owners: invitations, and leaving. */
import type { FollowedLoan } from 'contract/followed-loans/followed-loans.ts';
import { followedLoanMessages } from 'contract/followed-loans/followed-loans.constants.ts';
import { Timestamp } from 'contract/fields.ts';
import { v7 as uuidv7 } from 'uuid';
import { isSuspendedAt } from '#auth/credentials/suspension.ts';
import { lockUsers } from '#auth/credentials/users.queries.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { friendshipOf } from '#domain/accounts/friendships.ts';
import { deleteInvitation, unlinkLoans } from '#domain/followed-loans/loan-links.ts';
import { notify } from '#domain/notifications/notifications.ts';
import { AppError, notFound, validationFailed } from '#errors.ts';
import { readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { HasDatabase, Transaction } from '#platform/database/database.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { lockLoanRows, selectOpenInvitation } from '#domain/followed-loans/followed-loans.queries.ts';
import { assertRoomForLoan, readRow } from './followed-loans.service.ts';
import type { LoanDependencies } from './loan-figures.ts';
import { recordLoanEvent } from './loan-events.ts';
import { toLoan } from '#domain/followed-loans/loan-record.ts';
import { openingsAt, withChange } from '#domain/followed-loans/stored-changes.ts';
import { isRecord, storedEntries } from '#domain/stored-json.ts';

/** Null withdraws the invitation. */
export async function inviteToLoan(
  { database }: HasDatabase,
  actor: Actor,
  id: string,
  friendId: string | null,
): Promise<{ msg: string; loan: FollowedLoan }> {
  const { caller } = actor;
  const { user } = caller;
  const row = await database.prisma.$transaction(async (tx) => {
    const users = await lockUsers(tx, user.id, ...(friendId === null ? [] : [friendId]));
    const rows = await lockLoanRows(tx, user.id, id);
    if (rows.every((each) => each.id !== id)) throw notFound();
    if (friendId === null) await deleteInvitation(tx, id);
    else {
      const friend = users.find((each) => each.id === friendId);
      // A suspended or disabled friend stays a friend, or the answer would tell a suspension from leaving.
      const isFriend =
        friend?.deletion_asked_at === null &&
        friendId !== user.id &&
        (await tx.friendship.count({ where: friendshipOf(user.id, friendId) })) > 0;
      if (!isFriend) throw validationFailed({ user_id: [followedLoanMessages.notFriend] });
      if (rows.length > 1) throw new AppError('conflict', followedLoanMessages.hasTwoOwners);
      if ((await readRow(tx, caller, id)).invited) {
        throw new AppError('conflict', followedLoanMessages.invitationPending);
      }
      // One that has lapsed.
      await deleteInvitation(tx, id);
      await tx.loanInvitation.create({
        data: { loan_id: id, friend_id: friendId, ...friendshipOf(user.id, friendId) },
      });
      if (friend.is_active && !isSuspendedAt(friend, await readClock(tx))) {
        await notify(tx, friendId, { kind: 'calculation_shared', by: user, invitationTo: id });
      }
    }
    await recordLoanEvent(tx, actor, 'inviteToLoan', { loanId: id, otherId: friendId ?? undefined });
    return readRow(tx, caller, id);
  });
  const msg = friendId === null ? followedLoanMessages.withdrawn : followedLoanMessages.invited;
  return { msg, loan: toLoan(row) };
}

/** Accepting copies the loan for the friend. Throws `not_found` for anyone else and once it is answered. */
export async function answerLoanInvitation(
  { database, settings }: LoanDependencies,
  actor: Actor,
  loanId: string,
  action: 'accept' | 'reject',
): Promise<{ msg: string; loan?: FollowedLoan }> {
  const { caller } = actor;
  return database.prisma.$transaction(async (tx) => {
    const [sent] = await selectOpenInvitation(tx, caller.user.id, loanId);
    if (!sent) throw notFound();
    // Whatever ends a friendship or closes an account locks the user as well.
    const users = await lockUsers(tx, caller.user.id, sent.inviter_id);
    const user = users.find(({ id }) => id === caller.user.id);
    if (!user) throw new AppError('token_not_valid');
    const rows = await lockLoanRows(tx, sent.inviter_id, loanId);
    const [invitation] = await selectOpenInvitation(tx, user.id, loanId);
    if (!invitation) throw notFound();
    await deleteInvitation(tx, loanId);
    const event = { loanId, otherId: invitation.inviter_id };
    await recordLoanEvent(tx, actor, 'answerLoanInvitation', event);
    if (action === 'reject') return { msg: followedLoanMessages.rejected };
    if (rows.length > 1) throw new AppError('conflict', followedLoanMessages.hasTwoOwners);
    await assertRoomForLoan(tx, settings, user);
    const id = await copyLoan(tx, loanId, { userId: user.id, inviterId: invitation.inviter_id });
    return { msg: followedLoanMessages.accepted, loan: toLoan(await readRow(tx, caller, id)) };
  });
}

/** Links the loan with a copy for the friend. Of its changes only those of the inviter count as made by the other owner. */
async function copyLoan(
  tx: Transaction,
  loanId: string,
  { userId, inviterId }: { userId: string; inviterId: string },
): Promise<string> {
  const loan = await tx.followedLoan.findUniqueOrThrow({ where: { id: loanId } });
  const [id, pair_id] = [uuidv7(), uuidv7()];
  const at = await readClock(tx);
  const version = loan.version + 1;
  const joined = {
    version,
    at: Timestamp.parse(at),
    kind: 'owner' as const,
    rows: 0,
    first_date: null,
    last_date: null,
    openings: openingsAt(loan.changes, loan.version),
  };
  const shared = { pair_id, ...friendshipOf(userId, inviterId), version, date_updated: at };
  await tx.followedLoan.update({
    where: { id: loanId },
    data: { ...shared, changes: withChange(loan.changes, { ...joined, own: false, pair: pair_id }) },
  });
  // Also those of a newer version.
  const copied = storedEntries(loan.changes).map((change) =>
    isRecord(change) ? { ...change, own: false, pair: change['own'] === true ? pair_id : null } : change,
  );
  await tx.followedLoan.create({
    data: {
      id,
      user_id: userId,
      name: loan.name,
      input: loan.input as Prisma.InputJsonObject,
      row_versions: loan.row_versions as Prisma.InputJsonArray,
      headline: loan.headline as Prisma.InputJsonObject,
      method: loan.method,
      changes: withChange(copied, { ...joined, own: true, pair: null }),
      ...shared,
    },
  });
  return id;
}

/** Each owner keeps the loan. The other owner is not notified. */
export async function leaveLoan({ database }: HasDatabase, actor: Actor, id: string): Promise<FollowedLoan> {
  const { caller } = actor;
  return database.prisma.$transaction(async (tx) => {
    const rows = await lockLoanRows(tx, caller.user.id, id);
    if (rows.every((row) => row.id !== id)) throw notFound();
    const other = rows.find((row) => row.id !== id);
    if (!other) throw new AppError('conflict', followedLoanMessages.onlyOwner);
    await unlinkLoans(tx, rows);
    await recordLoanEvent(tx, actor, 'leaveLoan', { loanId: id, otherId: other.user_id });
    return toLoan(await readRow(tx, caller, id));
  });
}
