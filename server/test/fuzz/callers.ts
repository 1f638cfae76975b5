import argon2 from 'argon2';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { type AccountLink, linkToken } from '#auth/account-links.ts';
import type { Keys } from '#auth/keys.ts';
import { password } from '#test/factories.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';

export interface FuzzCaller {
  role: string;
  /** The headers that authenticate, of the two ways or of none. */
  headers: Record<string, string>;
  /** What the caller has seen: credentials, responses. */
  known: KnownValues;
}

const flagsByRole = {
  user: '',
  staff: ', is_staff = true',
  superuser: ', is_superuser = true',
  mustChange: ', is_staff = true, must_change_password = true',
};
const roles = ['user', 'user', 'user', 'staff', 'superuser', 'superuser', 'mustChange'] as const;

const cookiesOf = ({ headers }: Response) =>
  Object.fromEntries(
    headers.getSetCookie().map((cookie) => cookie.split(';')[0]!.split('=') as [string, string]),
  );

/** New callers of every role, each by bearer and by cookie, and a guest. What they know of one another is in `shared`. */
export async function createCallers(url: string, pool: Pool, shared: KnownValues): Promise<FuzzCaller[]> {
  const hash = await argon2.hash(password, { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 });
  const { csrftoken = '' } = cookiesOf(await fetch(`${url}/api/healthz`));
  const callers: FuzzCaller[] = [{ role: 'guest', headers: {}, known: createKnownValues() }];
  for (const role of roles) {
    const id = uuidv7();
    const username = `fuzz-${id.slice(-12)}`;
    const email = `${username}@example.org`;
    await pool.query(
      `INSERT INTO users (id, username, email, password_hash, email_verified_at, is_premium_user)
       VALUES ($1, $2, $3, $4, now(), true)`,
      [id, username, email, hash],
    );
    const response = await fetch(`${url}/api/user/login/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        cookie: `csrftoken=${csrftoken}`,
        'x-csrftoken': csrftoken,
      },
      body: JSON.stringify({ username_or_email: username, password }),
    });
    const { access, refresh } = (await response.json()) as { access: string; refresh: string };
    await pool.query(`UPDATE users SET is_active = true ${flagsByRole[role]} WHERE id = $1`, [id]);
    const known = createKnownValues();
    known.learn({
      id,
      username,
      email,
      username_or_email: [username, email],
      refresh,
    });
    for (const field of ['password', 'new_password', 'current_password']) known.learn({ [field]: password });
    shared.learn({ id, username, email, query: username });
    const cookies = cookiesOf(response);
    const cookie = Object.entries(cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ');
    callers.push(
      { role, known, headers: { authorization: `Bearer ${access}` } },
      { role, known, headers: { cookie, 'x-csrftoken': cookies['csrftoken'] ?? '' } },
    );
  }
  return callers;
}

/** The newest mailed links, whose tokens no response holds. */
export async function learnLinks(pool: Pool, keys: Keys, shared: KnownValues): Promise<void> {
  const { rows } = await pool.query<AccountLink>(
    'SELECT id, user_id, purpose, email, nonce FROM account_links WHERE expires_at > now() ORDER BY id DESC LIMIT 4',
  );
  for (const link of rows) shared.learn({ uid: link.id, token: linkToken(keys, link) });
}
