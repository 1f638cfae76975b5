import { login } from 'contract/accounts/accounts.ts';
import { type AccountLink, linkToken } from '#auth/links/account-links.ts';
import type { Keys } from '#auth/keys/keys.ts';
import type { Database } from '#platform/database/database.ts';
import { cookiesOf } from '#test/cookies.ts';
import { createUser, password } from '#test/factories.ts';

/** Values by the name of their field, the newest first. Every id is also listed under `id`. */
export type KnownValues = Map<string, unknown[]>;

export interface FuzzCaller {
  /** The headers that authenticate in one of the two ways. Empty for a guest. */
  headers: Record<string, string>;
  /** The values that the caller has received: credentials and responses. */
  known: KnownValues;
}

const keptValues = 30;

/** Stores every named value of this JSON. */
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
  // A signed URL contains the parameters of another operation.
  if (name === 'url' && URL.canParse(String(json)))
    learn(known, Object.fromEntries(new URL(String(json)).searchParams));
}

/** The roles of the callers. */
const rights = [
  {},
  {},
  {},
  { is_staff: true },
  { is_superuser: true },
  { is_superuser: true },
  { is_staff: true, must_change_password: true },
];

const cookiesIn = ({ headers }: Response) => cookiesOf({ 'set-cookie': headers.getSetCookie() });

/**
 * New callers with every role, each by bearer token and by cookie, and a guest. `shared` contains the values that they
 * know of each other.
 */
export async function createCallers(
  { url, database, keys }: { url: string; database: Database; keys: Keys },
  shared: KnownValues,
): Promise<FuzzCaller[]> {
  const guest = cookiesIn(await fetch(`${url}/api/healthz`));
  const callers: FuzzCaller[] = [{ headers: {}, known: new Map() }];
  for (const flags of rights) {
    const user = await createUser({ database }, { ...flags, is_premium_user: true });
    const response = await fetch(url + login.url, {
      method: login.method,
      headers: { 'content-type': 'application/json', ...guest },
      body: JSON.stringify({ username_or_email: user.username, password }),
    });
    const { access, refresh } = (await response.json()) as { access: string; refresh: string };
    const known: KnownValues = new Map();
    learn(known, { ...user, username_or_email: [user.username, user.email] });
    learn(known, { refresh, refresh_token: refresh, password, current_password: password });
    learn(known, { new_password: password, confirm_password: password, confirm_new_password: password });
    learn(shared, { ...user, query: user.username });
    for (const headers of [{ authorization: `Bearer ${access}` }, cookiesIn(response)])
      callers.push({ known, headers });
  }
  // The newest links in emails, because no response contains their tokens.
  const links: AccountLink[] = await database.prisma.accountLink.findMany({
    where: { expires_at: { gt: new Date() } },
    orderBy: { id: 'desc' },
    take: 4,
  });
  for (const link of links) learn(shared, { uid: link.id, token: linkToken(keys, link) });
  return callers;
}
