import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type AccountLink, linkToken } from '#auth/account-links.ts';
import type { Keys } from '#auth/keys.ts';
import { createPasswordHashing } from '#auth/passwords.ts';
import { password, weakHashes } from '#test/factories.ts';

/** Values that mean something, by the name of their field; every id under `id`, too. */
export interface KnownValues {
  /** Remembers every named value in this JSON. */
  learn: (json: unknown, name?: string) => void;
  /** The newest first. */
  of: (field: string) => readonly unknown[];
}

export interface FuzzCaller {
  role: string;
  /** The headers that authenticate, of the two ways or of none. */
  headers: Record<string, string>;
  /** What the caller has seen: credentials, responses. */
  known: KnownValues;
}

const keptValues = 30;

export function createKnownValues(): KnownValues {
  const values = new Map<string, unknown[]>();
  const learn: KnownValues['learn'] = (json, name = '') => {
    if (typeof json === 'object' && json !== null) {
      for (const [field, value] of Object.entries(json)) learn(value, Array.isArray(json) ? name : field);
      return;
    }
    const names =
      typeof json === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-/.test(json) ? [name, 'id'] : [name];
    if (name === 'user_image') names.push('filePath');
    for (const known of names) {
      const others = (values.get(known) ?? []).filter((other) => other !== json);
      values.set(known, [json, ...others].slice(0, keptValues));
    }
    // A signed address holds the parameters of another operation.
    if (name === 'url' && URL.canParse(String(json)))
      learn(Object.fromEntries(new URL(String(json)).searchParams));
  };
  return { learn, of: (field) => values.get(field) ?? [] };
}

const flagsByRole = {
  user: '',
  staff: ', is_staff = true',
  superuser: ', is_superuser = true',
  mustChange: ', is_staff = true, must_change_password = true',
};
const roles = ['user', 'user', 'user', 'staff', 'superuser', 'superuser', 'mustChange'] as const;

const cookiesOf = ({ headers }: Response) => headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
const csrfIn = (cookies: string[]) =>
  cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';

/** New callers of every role, each by bearer and by cookie, and a guest; what they know of one another is in `shared`. */
export async function createCallers(
  { url, pool, keys }: { url: string; pool: Pool; keys: Keys },
  shared: KnownValues,
): Promise<FuzzCaller[]> {
  const hash = await createPasswordHashing({ rateLimitScale: 1 }, weakHashes).hash(password, '127.0.0.1');
  const cookie = cookiesOf(await fetch(`${url}/api/healthz`));
  const callers: FuzzCaller[] = [{ role: 'guest', headers: {}, known: createKnownValues() }];
  for (const role of roles) {
    const id = uuidv7();
    const user = { id, username: `fuzz-${id.slice(-12)}`, email: `fuzz-${id.slice(-12)}@example.org` };
    await pool.query(
      `INSERT INTO users (id, username, email, password_hash, email_verified_at, is_premium_user)
       VALUES ($1, $2, $3, $4, now(), true)`,
      [...Object.values(user), hash],
    );
    const response = await fetch(`${url}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: String(cookie), 'x-csrftoken': csrfIn(cookie) },
      body: JSON.stringify({ username_or_email: user.username, password }),
    });
    const { access, refresh } = (await response.json()) as { access: string; refresh: string };
    await pool.query(`UPDATE users SET is_active = true ${flagsByRole[role]} WHERE id = $1`, [id]);
    const known = createKnownValues();
    known.learn({ ...user, username_or_email: [user.username, user.email], refresh, refresh_token: refresh });
    known.learn({ password, new_password: password, current_password: password });
    shared.learn({ ...user, query: user.username });
    const cookies = cookiesOf(response);
    const byCookie = { cookie: cookies.join('; '), 'x-csrftoken': csrfIn(cookies) };
    for (const headers of [{ authorization: `Bearer ${access}` }, byCookie])
      callers.push({ role, known, headers });
  }
  // The newest mailed links, whose tokens no response holds.
  const { rows } = await pool.query<AccountLink>(
    'SELECT id, user_id, purpose, email, nonce FROM account_links WHERE expires_at > now() ORDER BY id DESC LIMIT 4',
  );
  for (const link of rows) shared.learn({ uid: link.id, token: linkToken(keys, link) });
  return callers;
}
