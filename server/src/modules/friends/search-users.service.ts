import type { Person } from 'contract/friends.ts';
import type { Database } from '#platform/database/database.ts';
import type { FriendCaller } from './friend-pairs.ts';
import { selectUsersByName } from './friends.queries.ts';

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
  return selectUsersByName(database, user.id, query.toLowerCase());
}
