import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type AccountLink, linkToken } from '#auth/account-links.ts';
import type { Keys } from '#auth/keys.ts';
import { createPasswordHashing } from '#auth/passwords.ts';
import { password, weakHashes } from '#test/factories.ts';

/** Values by the name of their field, the newest first; every id under `id`, too. */
export type KnownValues = Map<string, unknown[]>;

export interface FuzzCaller {
  /** The headers that authenticate, of the two ways or of none. */
  headers: Record<string, string>;
  /** What the caller has seen: credentials, responses. */
  known: KnownValues;
}

const keptValues = 30;

/** Remembers every named value in this JSON. */
export function learn(known: KnownValues, json: unknown, name = ''): void {
  if (typeof json === 'object' && json !== null) {
    for (const [field, value] of Object.entries(json))
      learn(known, value, Array.isArray(json) ? name : field);
    return;
  }
  const isId = typeof json === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-/.test(json);
  for (const key of [name, ...(isId ? ['id'] : []), ...(name === 'user_image' ? ['filePath'] : [])]) {
    const others = (known.get(key) ?? []).filter((other) => other !== json);
    known.set(key, [json, ...others].slice(0, keptValues));
  }
  // A signed URL holds the parameters of another operation.
  if (name === 'url' && URL.canParse(String(json)))
    learn(known, Object.fromEntries(new URL(String(json)).searchParams));
}

/** Of each caller, as columns of `users`. */
const rights = ['', '', '', 'is_staff', 'is_superuser', 'is_superuser', 'is_staff, must_change_password'];

const cookiesOf = ({ headers }: Response) => {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
  const csrf = cookies.find((cookie) => cookie.startsWith('csrftoken='))?.slice('csrftoken='.length) ?? '';
  return { cookie: cookies.join('; '), 'x-csrftoken': csrf };
};

/** New callers with every right, each by bearer and by cookie, and a guest; `shared` is what they know of one another. */
export async function createCallers(
  { url, pool, keys }: { url: string; pool: Pool; keys: Keys },
  shared: KnownValues,
): Promise<FuzzCaller[]> {
  const hash = await createPasswordHashing({ rateLimitScale: 1 }, weakHashes).hash(password, '127.0.0.1');
  const guest = cookiesOf(await fetch(`${url}/api/healthz`));
  const callers: FuzzCaller[] = [{ headers: {}, known: new Map() }];
  for (const columns of rights) {
    const id = uuidv7();
    const user = { id, username: `fuzz-${id.slice(-12)}`, email: `fuzz-${id.slice(-12)}@example.org` };
    await pool.query(
      `INSERT INTO users (id, username, email, password_hash, email_verified_at, is_premium_user)
       VALUES ($1, $2, $3, $4, now(), true)`,
      [...Object.values(user), hash],
    );
    const response = await fetch(`${url}/api/user/login/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...guest },
      body: JSON.stringify({ username_or_email: user.username, password }),
    });
    const { access, refresh } = (await response.json()) as { access: string; refresh: string };
    for (const column of columns.split(', ').filter(Boolean))
      await pool.query(`UPDATE users SET ${column} = true WHERE id = $1`, [id]);
    const known: KnownValues = new Map();
    learn(known, {
      ...user,
      username_or_email: [user.username, user.email],
      refresh,
      refresh_token: refresh,
    });
    learn(known, { password, new_password: password, current_password: password });
    learn(shared, { ...user, query: user.username });
    for (const headers of [{ authorization: `Bearer ${access}` }, cookiesOf(response)])
      callers.push({ known, headers });
  }
  // The newest mailed links, whose tokens no response holds.
  const { rows } = await pool.query<AccountLink>(
    'SELECT id, user_id, purpose, email, nonce FROM account_links WHERE expires_at > now() ORDER BY id DESC LIMIT 4',
  );
  for (const link of rows) learn(shared, { uid: link.id, token: linkToken(keys, link) });
  return callers;
}
