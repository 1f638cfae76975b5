import type { Person } from 'contract/friends.ts';
import { accountLimits } from 'contract/accounts.constants.ts';
import { friendLimits } from 'contract/friends.constants.ts';
import { type Database, queryPrepared } from '#platform/database/database.ts';
import type { FriendCaller } from './pairs.ts';

/**
 * Finds verified, active users by their username, without regard to letter case: the name itself, then names that
 * begin with the text, then, from its third character on, names that hold it; in each of these the fewer other letters
 * the better. The caller is not found, nor is who blocked the caller. See `docs/decisions/011-friend-search.md`.
 */
export async function searchUsers(
  { database }: { database: Database },
  { user }: FriendCaller,
  query: string,
): Promise<Person[]> {
  const text = query.toLowerCase();
  const { rows } = await queryPrepared<Person>(database, {
    name: 'search-users',
    text: searchStatement,
    values: [user.id, text, `${text}${lastCharacter}`, text.length],
  });
  return rows;
}

/** Every text that begins with another one lies between that one and that one with this appended. */
const lastCharacter = '\u{10ffff}';

const { searchResults, insideFromLength } = friendLimits;

/**
 * For each length of name, from the text's own on, the first matches of one range of an index; so neither a text that
 * almost every name holds nor one that none does makes it read more. A name that holds the text twice counts where
 * it first does.
 */
export const searchStatement = `
  WITH hidden AS MATERIALIZED (
    SELECT $1::uuid AS id UNION ALL SELECT blocker_id FROM blocks WHERE blocked_id = $1
  ), beginnings AS MATERIALIZED (
    SELECT name_length, match.*
    FROM generate_series($4::int, ${accountLimits.usernameMaxLength}) AS name_length, LATERAL (
      SELECT lower(username COLLATE "C") AS name, id, username, user_image FROM users
      WHERE is_active AND email_verified_at IS NOT NULL AND length(username) = name_length
        AND lower(username COLLATE "C") >= $2 AND lower(username COLLATE "C") < $3
        AND id NOT IN (SELECT id FROM hidden)
      ORDER BY lower(username COLLATE "C") LIMIT ${searchResults}
    ) AS match
    ORDER BY name_length, name LIMIT ${searchResults}
  ), middles AS MATERIALIZED (
    SELECT match.*
    FROM generate_series($4::int + 1, ${accountLimits.usernameMaxLength}) AS length, LATERAL (
      SELECT name_length, suffix, head FROM username_suffixes
      WHERE name_length = length AND suffix >= $2 AND suffix < $3
        AND position($2 IN head || left(suffix, $4 - 1)) = 0
        AND head || suffix NOT IN (SELECT lower(username COLLATE "C") FROM hidden JOIN users USING (id))
      ORDER BY suffix, head LIMIT ${searchResults}
    ) AS match
    WHERE $4 >= ${insideFromLength} AND (SELECT count(*) FROM beginnings) < ${searchResults}
    ORDER BY name_length, suffix, head LIMIT ${searchResults}
  )
  SELECT id, username, user_image FROM (
    SELECT 1 AS class, name_length, name, id, username, user_image FROM beginnings
    UNION ALL
    SELECT 2, name_length, suffix, id, username, user_image
    FROM middles JOIN users
      ON is_active AND email_verified_at IS NOT NULL AND length(username) = name_length
        AND lower(username COLLATE "C") = head || suffix
  ) AS matches
  ORDER BY class, name_length, name, username LIMIT ${searchResults}`;
