import { FriendRequest, type Person } from 'contract/friends/friends.ts';
import type { Database } from '#platform/database/database.ts';
import type { FriendCaller } from './friend-pairs.ts';
import { type Relation, selectRelations } from './friends.queries.ts';

/** The latest requests first, friends by username. Includes deactivated users, so that every relation can be ended. */
export async function listRelations(database: Database, { user }: FriendCaller) {
  const relations = {
    received_requests: [] as FriendRequest[],
    sent_requests: [] as FriendRequest[],
    friends: [] as Person[],
  };
  for (const row of await selectRelations(database, user.id)) {
    const other = { id: row.user_id, username: row.username };
    if (row.list === 'friends') relations.friends.push({ ...other, user_image: row.user_image });
    else if (row.list === 'received') relations.received_requests.push(toRequest(row, other, user));
    else relations.sent_requests.push(toRequest(row, user, other));
  }
  relations.received_requests.sort(byLatest);
  relations.sent_requests.sort(byLatest);
  return { ...relations, friends: sortByUsername(relations.friends) };
}

/** In any letter case, like the lists of staff. */
export function sortByUsername(people: Person[]): Person[] {
  const named = people.map((person) => ({ name: person.username.toLowerCase(), person }));
  return named.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ person }) => person);
}

function toRequest(
  { request_id, status, sent_at }: Relation,
  from: FriendCaller['user'],
  to: FriendCaller['user'],
): FriendRequest {
  return {
    id: request_id ?? '',
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: FriendRequest.shape.status.parse(status),
    timestamp: new Date(Math.round((sent_at ?? 0) * 1000)).toISOString(),
  };
}

/** RFC 3339 timestamps sort as text. Ids order requests of the same millisecond. */
function byLatest(a: FriendRequest, b: FriendRequest): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}
