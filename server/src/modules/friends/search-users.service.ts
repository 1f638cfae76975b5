import type { Person } from 'contract/friends.ts';
import type { Database } from '#platform/database/database.ts';
import type { FriendCaller } from './friend-pairs.ts';
import { selectUsersByName } from './friends.queries.ts';

/**
 * The name itself first, then names that begin with the text, then, from 3 characters on, names that hold it; in each
 * the shorter first. See `docs/decisions/011-friend-search.md`.
 */
export async function searchUsers(
  { database }: { database: Database },
  { user }: FriendCaller,
  query: string,
): Promise<Person[]> {
  return selectUsersByName(database, user.id, query.toLowerCase());
}
