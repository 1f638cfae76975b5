import { Readable } from 'node:stream';
import type { Caller } from '#auth/callers.ts';
import type { Database } from '#platform/database/database.ts';
import { getUser } from './users.service.ts';

export interface UserExport {
  /** Of the file. */
  name: string;
  /** Reads from the database no faster than it is read from. */
  json: Readable;
}

/**
 * All that is held about the caller, as one JSON object: the record, and a list for everything that there may be more
 * of. Without what only the server may know: hashes, nonces, tokens. Log records are left out: every one that is about
 * an account tells of an event, and those are in `events`.
 */
export async function exportUser(deps: { database: Database }, caller: Caller): Promise<UserExport> {
  const { id, username } = caller.user;
  const user = await getUser(deps, caller, id);
  const [more] = await read(deps.database, 'SELECT created_at, email_verified_at FROM users WHERE id = $1', [
    id,
  ]);
  const exportedAt = new Date().toISOString();
  const head = { exported_at: exportedAt, user: { ...user, ...more } };
  return {
    name: `${username}-${exportedAt.slice(0, 10)}.json`,
    // One page is read ahead, no more.
    json: Readable.from(write(deps.database, id, head), { highWaterMark: 1 }),
  };
}

/** Records that are few for each user. `$1` is the user. */
const lists = {
  sessions: `
    SELECT id, created_at, last_used_at, expires_at, revoked_at, ip_address, user_agent
    FROM sessions WHERE user_id = $1 ORDER BY created_at, id`,
  failed_sign_ins: `
    SELECT CASE WHEN key LIKE 'device:%' THEN 'a known device' ELSE 'the account' END AS counted_on,
           attempts, next_try_at, updated_at
    FROM login_guards WHERE user_id = $1 ORDER BY key`,
  mailed_links: `
    SELECT purpose, email, created_at, expires_at, used_at, redeemed_at
    FROM account_links WHERE user_id = $1 ORDER BY created_at, id`,
  files: `SELECT key, size_bytes, created_at FROM files WHERE user_id = $1 ORDER BY created_at, key`,
  friends: `
    SELECT friend.id, username, friendships.created_at AS since
    FROM friendships
    JOIN users AS friend ON friend.id = CASE WHEN low_user_id = $1 THEN high_user_id ELSE low_user_id END
    WHERE $1 IN (low_user_id, high_user_id) ORDER BY since, friend.id`,
  friend_requests: `
    SELECT request.id, sender.username AS from_user, recipient.username AS to_user, from_user_id, to_user_id,
           status, request.created_at AS timestamp, answered_at
    FROM friend_requests AS request
    JOIN users AS sender ON sender.id = from_user_id JOIN users AS recipient ON recipient.id = to_user_id
    WHERE $1 IN (from_user_id, to_user_id) ORDER BY timestamp, request.id`,
  blocked_users: `
    SELECT blocked.id, username, blocks.created_at AS since
    FROM blocks JOIN users AS blocked ON blocked.id = blocked_id WHERE blocker_id = $1 ORDER BY since, blocked.id`,
};

/** Records that may be any number: read page by page, each from its `position` on (`$2`), `$3` at a time. */
const longLists = {
  ip_records: {
    start: '0001-01-01 00:00:00+00/00000000-0000-0000-0000-000000000000',
    text: `
      SELECT id, ip_address, action, created_at, created_at || '/' || id AS position
      FROM ip_records
      WHERE user_id = $1
        AND (created_at, id) > (split_part($2, '/', 1)::timestamptz, split_part($2, '/', 2)::uuid)
      ORDER BY created_at, id LIMIT $3`,
  },
  events: {
    start: '0',
    text: `
      SELECT event.created_at, action,
             CASE WHEN actor_id IS NULL THEN 'nobody signed in' WHEN actor_id = target_id THEN 'you' ELSE 'staff' END
               AS by,
             details, event.id::text AS position
      FROM audit_events AS event LEFT JOIN audit_details ON event_id = event.id
      WHERE target_id = $1 AND event.id > $2::bigint ORDER BY event.id LIMIT $3`,
  },
  /** What the caller did to others: of these, no more than their ids. */
  actions: {
    start: '0',
    text: `
      SELECT event.created_at, action, target_id, nullif(details, '')::json->>'ip_address' AS ip_address,
             nullif(details, '')::json->>'user_agent' AS user_agent, event.id::text AS position
      FROM audit_events AS event LEFT JOIN audit_details ON event_id = event.id
      WHERE actor_id = $1 AND target_id IS DISTINCT FROM actor_id AND event.id > $2::bigint
      ORDER BY event.id LIMIT $3`,
  },
};

type Row = Record<string, unknown>;

const pageRows = 1_000;

async function* write(database: Database, id: string, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  for (const [name, text] of Object.entries(lists)) {
    yield* writeList(name, [await read(database, text, [id])]);
  }
  for (const [name, list] of Object.entries(longLists)) yield* writeList(name, readPages(database, id, list));
  yield '\n}\n';
}

async function* writeList(name: string, pages: Iterable<Row[]> | AsyncIterable<Row[]>) {
  yield `,\n  ${JSON.stringify(name)}: [`;
  let separator = '\n    ';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n    ');
    separator = ',\n    ';
  }
  yield '\n  ]';
}

async function* readPages(
  database: Database,
  id: string,
  { start, text }: { start: string; text: string },
): AsyncGenerator<Row[]> {
  let position: unknown = start;
  for (;;) {
    const page = await read(database, text, [id, position, pageRows]);
    position = page.at(-1)?.['position'];
    for (const row of page) {
      delete row['position'];
      if ('details' in row) row['details'] = readDetails(row);
    }
    yield page;
    if (page.length < pageRows) return;
  }
}

/** They were written as JSON; an erasure may have emptied them. Where staff were and with what is theirs alone. */
function readDetails({ by, details }: Row): Row | null {
  if (typeof details !== 'string' || details === '') return null;
  const { ip_address, user_agent, ...rest } = JSON.parse(details) as Row;
  return by === 'staff' ? rest : { ...rest, ip_address, user_agent };
}

async function read({ pool }: Database, text: string, values: unknown[]): Promise<Row[]> {
  return (await pool.query<Row>(text, values)).rows;
}
