import { z } from 'zod';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery, idRow } from '#platform/database/query.ts';

interface Friends {
  low_user_id: string;
  high_user_id: string;
}

/** Locks the rows of loans that two friends follow together, in the order of their ids. */
export const lockLoansOfFriends = defineQuery(
  'lock-loans-of-friends',
  idRow,
  ({ low_user_id, high_user_id }: Friends) => Prisma.sql`
    SELECT id FROM followed_loans
    WHERE low_user_id = ${low_user_id}::uuid AND high_user_id = ${high_user_id}::uuid
    ORDER BY id FOR UPDATE`,
);

/** The same for a user and all friends. */
export const lockSharedLoansOf = defineQuery(
  'lock-shared-loans-of',
  idRow,
  (userId: string) => Prisma.sql`
    SELECT id FROM followed_loans
    WHERE low_user_id = ${userId}::uuid OR high_user_id = ${userId}::uuid
    ORDER BY id FOR UPDATE`,
);

const Recipient = z.object({ user_id: z.string() });

/**
 * `link` is that of the notification of an invitation, without the id of the loan. In one statement, because a new invitation may
 * take the place of a lapsed one meanwhile, whose notification stays.
 */
const deleteWith = (link: string, condition: Prisma.Sql) => Prisma.sql`
  WITH invitation AS (
    DELETE FROM loan_invitations WHERE ${condition} RETURNING loan_id, friend_id
  ), notification AS (
    DELETE FROM notifications USING invitation
    WHERE user_id = friend_id AND kind = 'calculation_shared' AND link = ${link}::text || loan_id
  )
  SELECT friend_id AS user_id FROM invitation`;

/** Deletes the invitations between two friends, with their notifications. */
export const deleteInvitationsOfFriends = defineQuery(
  'delete-loan-invitations-of-friends',
  Recipient,
  ({ low_user_id, high_user_id }: Friends, link: string) =>
    deleteWith(link, Prisma.sql`low_user_id = ${low_user_id}::uuid AND high_user_id = ${high_user_id}::uuid`),
);

/** Deletes the invitations that a user has sent or received. */
export const deleteInvitationsOfUser = defineQuery(
  'delete-loan-invitations-of-user',
  Recipient,
  (userId: string, link: string) =>
    deleteWith(link, Prisma.sql`low_user_id = ${userId}::uuid OR high_user_id = ${userId}::uuid`),
);

export const deleteInvitationsToLoan = defineQuery(
  'delete-loan-invitations-to-loan',
  Recipient,
  (loanId: string, link: string) => deleteWith(link, Prisma.sql`loan_id = ${loanId}::uuid`),
);

/** Those to one friend, or to anybody. */
export const deleteOldInvitations = defineQuery(
  'delete-old-loan-invitations',
  Recipient,
  (days: number, link: string, friendId: string | null) =>
    deleteWith(
      link,
      Prisma.sql`
        created_at <= now() - make_interval(days => ${days}::int)
        AND (${friendId}::uuid IS NULL OR friend_id = ${friendId}::uuid)`,
    ),
);
