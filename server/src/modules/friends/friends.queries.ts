import { accountLimits } from 'contract/accounts/accounts.constants.ts';
import { friendLimits } from 'contract/friends/friends.constants.ts';
import { FriendRequest, Person } from 'contract/friends/friends.ts';
import { z } from 'zod';
import { isSuspended } from '#auth/credentials/suspension.ts';
import { Prisma } from '#generated/prisma/client.ts';
import { defineQuery } from '#platform/database/query.ts';

const Relation = z.object({
  list: z.enum(['received', 'sent', 'friends']),
  request_id: z.string().nullable(),
  user_id: z.string(),
  username: z.string(),
  status: FriendRequest.shape.status.nullable(),
  /** Seconds since 1970 with a fraction, which is cheaper than a date. */
  sent_at: z.number().nullable(),
  user_image: z.string().nullable(),
});
export type Relation = z.output<typeof Relation>;

/**
 * Received and sent requests and friends in one snapshot, each with the other user. Not sorted: sorting
 * thousands of rows is several times cheaper in the process than in the database.
 */
export const selectRelations = defineQuery(
  'select-relations',
  Relation,
  (userId: string) => Prisma.sql`
    SELECT list, request_id, user_id, username, status, sent_at,
           CASE WHEN list = 'friends' THEN user_image END AS user_image
    FROM (
      SELECT 'received' AS list, id AS request_id, from_user_id AS user_id, status,
             date_part('epoch', created_at) AS sent_at
      FROM friend_requests WHERE to_user_id = ${userId}::uuid
      UNION ALL
      SELECT 'sent', id, to_user_id, status, date_part('epoch', created_at)
      FROM friend_requests WHERE from_user_id = ${userId}::uuid
      UNION ALL
      SELECT 'friends', NULL, high_user_id, NULL, NULL FROM friendships WHERE low_user_id = ${userId}::uuid
      UNION ALL
      SELECT 'friends', NULL, low_user_id, NULL, NULL FROM friendships WHERE high_user_id = ${userId}::uuid
    ) AS relation JOIN users ON users.id = user_id
    WHERE users.deletion_asked_at IS NULL`,
);

const { usernameMaxLength } = accountLimits;
const searchResults = Prisma.raw(String(friendLimits.searchResults));

/** A prefix with this character appended is the upper bound of all texts with the prefix. */
const lastCharacter = '\u{10ffff}';

/**
 * Finds verified, active users by a lower-case text: the equal name first, then prefixes, then, for at least 3
 * characters, substrings; shorter names come first in each group (`docs/decisions/011-friend-search.md`). For each
 * length of name from the length of the text, it reads the first matches of one index range. So neither very frequent
 * nor absent texts make it read more. A name that contains the text twice counts at its first position. The text comes
 * from `searched`, where the planner does not see it: so PostgreSQL plans the statement once for all texts, because a plan
 * for one text would not seem cheaper. Planning takes twice as long as searching.
 */
export const selectUsersByName = defineQuery(
  'select-users-by-name',
  Person,
  (callerId: string, text: string) => {
    const [first, end] = [Prisma.sql`(SELECT first FROM searched)`, Prisma.sql`(SELECT last FROM searched)`];
    const length = Prisma.sql`(SELECT length FROM searched)`;
    return Prisma.sql`
  WITH searched AS MATERIALIZED (
    SELECT name AS first, name || ${lastCharacter}::text AS last, length(name) AS length
    FROM lower(${text}::text COLLATE "C") AS name
  ), hidden AS MATERIALIZED (
    SELECT ${callerId}::uuid AS id UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = ${callerId}::uuid
  ), beginnings AS MATERIALIZED (
    SELECT name_length, match.*
    FROM generate_series(${length}, ${usernameMaxLength}) AS name_length, LATERAL (
      SELECT lower(username COLLATE "C") AS name, id, username, user_image FROM users
      WHERE is_active AND email_verified_at IS NOT NULL AND NOT ${isSuspended(Prisma.sql`users`)} AND length(username) = name_length
        AND lower(username COLLATE "C") >= ${first} AND lower(username COLLATE "C") < ${end}
        AND id NOT IN (SELECT id FROM hidden)
        AND NOT EXISTS (SELECT FROM preferences WHERE user_id = users.id AND NOT findable)
      ORDER BY lower(username COLLATE "C") LIMIT ${searchResults}
    ) AS match
    ORDER BY name_length, name LIMIT ${searchResults}
  ), middles AS MATERIALIZED (
    SELECT match.*
    FROM generate_series(${length} + 1, ${usernameMaxLength}) AS length, LATERAL (
      SELECT name_length, suffix, head FROM username_suffixes
      WHERE name_length = length AND suffix >= ${first} AND suffix < ${end}
        AND position(${first} IN head || left(suffix, ${length} - 1)) = 0
        AND head || suffix NOT IN (SELECT lower(username COLLATE "C") FROM hidden JOIN users USING (id))
        AND NOT EXISTS (
          SELECT FROM users JOIN preferences ON preferences.user_id = users.id AND NOT findable
          WHERE is_active AND email_verified_at IS NOT NULL AND NOT ${isSuspended(Prisma.sql`users`)} AND length(username) = name_length
            AND lower(username COLLATE "C") = head || suffix)
      ORDER BY suffix, head LIMIT ${searchResults}
    ) AS match
    WHERE ${length} >= ${friendLimits.substringMinLength} AND (SELECT count(*) FROM beginnings) < ${searchResults}
    ORDER BY name_length, suffix, head LIMIT ${searchResults}
  )
  SELECT id, username, user_image FROM (
    SELECT 1 AS class, name_length, name, id, username, user_image FROM beginnings
    UNION ALL
    SELECT 2, name_length, suffix, id, username, user_image
    FROM middles JOIN users
      ON is_active AND email_verified_at IS NOT NULL AND NOT ${isSuspended(Prisma.sql`users`)} AND length(username) = name_length
        AND lower(username COLLATE "C") = head || suffix
  ) AS matches
  ORDER BY class, name_length, name, username LIMIT ${searchResults}`;
  },
);
