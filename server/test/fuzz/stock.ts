import type { Pool as PostgresPool } from 'pg';
import { type AccountLink, linkToken } from '#auth/account-links.ts';
import type { Keys } from '#auth/keys.ts';
import type { People, Person } from './people.ts';
import type { LookUp, Pool } from './values.ts';

/** What exists in the database by now, for requests to name. */
export interface Stock {
  lookUp: (caller: Person | undefined, pick: number) => LookUp;
  /** Looks what has come and gone. */
  renew: () => Promise<void>;
  /** From an answer: what the database does not hold. */
  learn: (body: string) => void;
}

const shelves = {
  users: 'SELECT id::text AS name FROM users ORDER BY id DESC LIMIT 30',
  usernames: 'SELECT username AS name FROM users ORDER BY id DESC LIMIT 30',
  emails: 'SELECT coalesce(pending_email, email) AS name FROM users ORDER BY id DESC LIMIT 30',
  sessions: 'SELECT id::text AS name FROM sessions ORDER BY id DESC LIMIT 30',
  friendRequests: 'SELECT id::text AS name FROM friend_requests ORDER BY id DESC LIMIT 30',
  ipRecords: 'SELECT id::text AS name FROM ip_records ORDER BY id DESC LIMIT 30',
  logRecords: 'SELECT id::text AS name FROM log_records ORDER BY id DESC LIMIT 30',
  files: 'SELECT key AS name FROM files ORDER BY created_at DESC LIMIT 30',
} as const satisfies Partial<Record<Pool, string>>;

/** What belongs to whom. Argument: the ids of those who call. */
const belongings = {
  ownSessions:
    'SELECT user_id::text AS owner, id::text AS name FROM sessions WHERE user_id = ANY($1) ORDER BY id DESC LIMIT 100',
  ownReceivedRequests: `
    SELECT to_user_id::text AS owner, id::text AS name FROM friend_requests
    WHERE to_user_id = ANY($1) ORDER BY status = 'pending' DESC, id DESC LIMIT 40`,
  ownSentRequests: `
    SELECT from_user_id::text AS owner, id::text AS name FROM friend_requests
    WHERE from_user_id = ANY($1) ORDER BY id DESC LIMIT 40`,
  ownBlocked: `
    SELECT blocker_id::text AS owner, blocked_id::text AS name FROM blocks
    WHERE blocker_id = ANY($1) ORDER BY blocked_id DESC LIMIT 100`,
  ownFriends: `
    SELECT low_user_id::text AS owner, high_user_id::text AS name FROM friendships WHERE low_user_id = ANY($1)
    UNION ALL
    SELECT high_user_id::text, low_user_id::text FROM friendships WHERE high_user_id = ANY($1)`,
} as const satisfies Partial<Record<Pool, string>>;

const keptUrls = 20;
const nothing = '01930a4e-7c00-7000-8000-000000000009';

/** Pools whose equals belong together: a request picks one for all of them. */
const paired: ReadonlySet<Pool> = new Set([
  'linkIds',
  'linkTokens',
  'signedFiles',
  'signedExpiries',
  'signatures',
]);

const own = (caller: Person): Partial<Record<Pool, string>> => ({
  ownIds: caller.id,
  ownUsernames: caller.username,
  ownEmails: caller.email,
  ownRefreshTokens: caller.refresh,
});

export function createStock(pool: PostgresPool, keys: Keys, people: People): Stock {
  const found: Partial<Record<Pool, string[]>> = {};
  const owned = new Map<string, string[]>();
  let signed: URL[] = [];

  const takeFrom = (name: Pool, caller: Person | undefined, pick: number): string => {
    const someone = caller ?? people.all()[pick % people.all().length];
    const mine = someone && own(someone)[name];
    if (mine !== undefined) return mine;
    if (name === 'refreshTokens') return people.all()[pick % people.all().length]?.refresh ?? nothing;
    const choices = (name in belongings ? owned.get(`${name} ${someone?.id}`) : found[name]) ?? [];
    return choices[pick % choices.length] ?? nothing;
  };

  return {
    lookUp: (caller, common) => (reference) =>
      takeFrom(reference.pool, caller, paired.has(reference.pool) ? common : reference.pick),
    renew: async () => {
      for (const [name, text] of Object.entries(shelves)) {
        const { rows } = await pool.query<{ name: string }>(text);
        found[name as Pool] = rows.map((row) => row.name);
      }
      const ids = people.all().map(({ id }) => id);
      found.people = ids;
      found.usernames?.push(...people.all().map(({ username }) => username));
      found.emails?.push(...people.all().map(({ email }) => email));
      owned.clear();
      for (const [name, text] of Object.entries(belongings)) {
        const { rows } = await pool.query<{ owner: string; name: string }>(text, [ids]);
        for (const row of rows) {
          const key = `${name} ${row.owner}`;
          owned.set(key, [...(owned.get(key) ?? []), row.name]);
        }
      }
      const { rows: links } = await pool.query<AccountLink>(
        `SELECT id, user_id, purpose, email, nonce FROM (
           SELECT *, row_number() OVER (PARTITION BY purpose ORDER BY id DESC) AS place
           FROM account_links WHERE expires_at > now()
         ) AS links WHERE place <= 10`,
      );
      found.linkIds = links.map(({ id }) => id);
      found.linkTokens = links.map((link) => linkToken(keys, link));
      found.signedFiles = signed.map(({ pathname }) => pathname.replace('/api/core/files/', ''));
      found.signedExpiries = signed.map(({ searchParams }) => searchParams.get('expires') ?? '');
      found.signatures = signed.map(({ searchParams }) => searchParams.get('signature') ?? '');
    },
    learn: (body) => {
      const url = /"url":"([^"]+)"/.exec(body)?.[1];
      if (url !== undefined && URL.canParse(url)) signed = [new URL(url), ...signed].slice(0, keptUrls);
    },
  };
}
