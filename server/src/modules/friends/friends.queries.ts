import type { FriendRequest, Person } from 'contract/friends.ts';
import { type Database, queryPrepared } from '#platform/database/database.ts';
import type { FriendCaller } from './pairs.ts';

/** What ties a user to others. People stay in it when they are deactivated, so that everything can be undone. */
export interface Relations {
  received_requests: FriendRequest[];
  sent_requests: FriendRequest[];
  friends: Person[];
}

interface RequestRow {
  list: 'received' | 'sent';
  request_id: string;
  user_id: string;
  username: string;
  status: FriendRequest['status'];
  /** In seconds since 1970, exact to the millisecond. */
  sent_at: number;
}

interface FriendRow {
  list: 'friends';
  user_id: string;
  username: string;
  user_image: string | null;
}

/**
 * Both kinds of requests, latest first, and the friends by username: one statement, so that they fit together. With
 * thousands of rows, sorting and writing dates and JSON cost the database several times what they cost here.
 */
export async function listRelations(database: Database, { user }: FriendCaller): Promise<Relations> {
  const { rows } = await queryPrepared<RequestRow | FriendRow>(database, {
    name: 'list-relations',
    text: relationsStatement,
    values: [user.id],
  });
  const received: FriendRequest[] = [];
  const sent: FriendRequest[] = [];
  const friends: { name: string; person: Person }[] = [];
  for (const row of rows) {
    const other = { id: row.user_id, username: row.username };
    if (row.list === 'friends') {
      friends.push({ name: row.username.toLowerCase(), person: { ...other, user_image: row.user_image } });
    } else if (row.list === 'received') received.push(toRequest(row, other, user));
    else sent.push(toRequest(row, user, other));
  }
  return {
    received_requests: received.toSorted(byLatest),
    sent_requests: sent.toSorted(byLatest),
    friends: friends.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ person }) => person),
  };
}

function toRequest(row: RequestRow, from: FriendCaller['user'], to: FriendCaller['user']): FriendRequest {
  return {
    id: row.request_id,
    from_user: from.username,
    to_user: to.username,
    from_user_id: from.id,
    to_user_id: to.id,
    status: row.status,
    timestamp: new Date(Math.round(row.sent_at * 1000)).toISOString(),
  };
}

/** Timestamps in one form sort as text; ids of one millisecond are in the order they were made. */
function byLatest(a: FriendRequest, b: FriendRequest): number {
  if (a.timestamp !== b.timestamp) return a.timestamp < b.timestamp ? 1 : -1;
  return a.id < b.id ? 1 : -1;
}

/** Whoever is on the other side of each. A friend is on either side of a row, and each side has its index. */
const relationsStatement = `
  SELECT list, request_id, user_id, username, status, sent_at,
         CASE WHEN list = 'friends' THEN user_image END AS user_image
  FROM (
    SELECT 'received' AS list, id AS request_id, from_user_id AS user_id, status,
           date_part('epoch', created_at) AS sent_at
    FROM friend_requests WHERE to_user_id = $1
    UNION ALL
    SELECT 'sent', id, to_user_id, status, date_part('epoch', created_at)
    FROM friend_requests WHERE from_user_id = $1
    UNION ALL
    SELECT 'friends', NULL, high_user_id, NULL, NULL FROM friendships WHERE low_user_id = $1
    UNION ALL
    SELECT 'friends', NULL, low_user_id, NULL, NULL FROM friendships WHERE high_user_id = $1
  ) AS relation JOIN users ON users.id = user_id`;
