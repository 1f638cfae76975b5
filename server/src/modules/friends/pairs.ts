import { Prisma } from '#generated/prisma/client.ts';
import type { Transaction } from '#platform/database/database.ts';

/** All that the rules about friends know of who calls. */
export interface FriendCaller {
  user: { id: string; username: string };
}

/** Whoever changes what is between two people begins with this, so that such changes come one after the other. */
export type Pair = readonly [string, string];

/**
 * Locks two people in the order that is the same everywhere: first their rows in `users`, which then neither go nor
 * are waited for out of turn by a foreign key, then those in `user_storage`, whose counters most changes move. What is
 * read in later statements holds until the transaction ends. False where one of the two does not exist.
 */
export async function holdPair(tx: Transaction, [one, other]: Pair): Promise<boolean> {
  return hold(tx, Prisma.sql`${one}::uuid, ${other}::uuid`);
}

/**
 * The same for the two of a friend request, which never change; false where there is no such request of the user's.
 */
export async function holdPairOfRequest(
  tx: Transaction,
  requestId: string,
  user: { sender: string } | { recipient: string },
): Promise<boolean> {
  const isOwn =
    'sender' in user
      ? Prisma.sql`from_user_id = ${user.sender}::uuid`
      : Prisma.sql`to_user_id = ${user.recipient}::uuid`;
  return hold(
    tx,
    Prisma.sql`
      SELECT unnest(ARRAY[from_user_id, to_user_id]) FROM friend_requests
      WHERE id = ${requestId}::uuid AND ${isOwn}`,
  );
}

/** The array makes the locks on `users` complete before the first row of `user_storage` is looked for. */
async function hold(tx: Transaction, ids: Prisma.Sql): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    WITH held AS MATERIALIZED (SELECT id FROM users WHERE id IN (${ids}) ORDER BY id FOR KEY SHARE)
    SELECT FROM user_storage WHERE user_id = ANY (ARRAY(SELECT id FROM held)) ORDER BY user_id FOR NO KEY UPDATE`;
  return rows.length === 2;
}
