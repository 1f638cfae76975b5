/** Users who call a running server as clients do, and continue after its restarts. */
import { login, refreshAccessToken } from 'contract/accounts/accounts.ts';
import type { Pool } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { adminName, password, type Server } from './server.ts';

export interface Person {
  id: string;
  username: string;
  access: string;
  refresh: string;
}

export interface ApiResponse {
  status: number;
  body: ApiBody;
  retryAfter: string | null;
}

/** The fields that the measurements read. */
export interface ApiBody {
  code?: string;
  msg?: string;
  request_id?: string;
  status?: string;
  access?: string;
  refresh?: string;
  id?: string;
  phone_number?: string | null;
  data?: { id: string }[];
  user?: {
    id: string;
    phone_number: string | null;
    date_of_birth: string | null;
    country_name: string | null;
    user_image: string | null;
  };
  sent_requests?: { id: string }[];
  friends?: { id: string }[];
}

/** Creates verified users with the superuser's password hash, which saves hashing. Sign them in with `signIn`. */
export async function createPeople(pool: Pool, count: number): Promise<Person[]> {
  const people = Array.from({ length: count }, () => {
    const id = uuidv7();
    return { id, username: `bench-${id.slice(-12)}`, access: '', refresh: '' };
  });
  await pool.query(
    `INSERT INTO users (id, username, email, email_verified_at, password_hash)
     SELECT id, username, username || '@example.org', now(), admin.password_hash
     FROM unnest($1::uuid[], $2::text[]) AS made (id, username),
          (SELECT password_hash FROM users WHERE username = $3) AS admin`,
    [people.map(({ id }) => id), people.map(({ username }) => username), adminName],
  );
  return people;
}

export async function findAdmin(pool: Pool): Promise<Person> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM users WHERE username = $1', [adminName]);
  return { id: rows[0]?.id ?? '', username: adminName, access: '', refresh: '' };
}

export async function signIn(server: Server, person: Person): Promise<void> {
  const credentials = { username_or_email: person.username, password };
  const { status, body } = await send(server, 'POST', login.url, { body: credentials });
  if (status !== 200) throw new Error(`${person.username} was answered ${status} ${body.msg}`);
  person.access = body.access ?? '';
  person.refresh = body.refresh ?? '';
}

/**
 * One call of a signed-in person, with a new access token if the old one has expired. Rejects without a complete
 * response, because the result of the call is then unknown.
 */
export async function call(
  server: Server,
  person: Person,
  method: string,
  path: string,
  body?: object,
): Promise<ApiResponse> {
  const headers = () => ({ authorization: `Bearer ${person.access}` });
  const response = await send(server, method, path, { body, headers: headers() });
  if (response.status !== 401) return response;
  const renewed = await send(server, 'POST', refreshAccessToken.url, { body: { refresh: person.refresh } });
  if (renewed.status !== 200) return renewed;
  person.access = renewed.body.access ?? '';
  return send(server, method, path, { body, headers: headers() });
}

/** Sends a body as JSON unless it is a form. */
export async function send(
  { url }: Server,
  method: string,
  path: string,
  { body, headers = {} }: { body?: object | undefined; headers?: Record<string, string> } = {},
): Promise<ApiResponse> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? {} : (JSON.parse(text) as ApiBody),
    retryAfter: response.headers.get('retry-after'),
  };
}

/** Whether the response is that of a server whose dependency is down. */
export function isRefusal({ status, body, retryAfter }: ApiResponse): boolean {
  return status === 503 && body.code === 'unavailable' && Boolean(body.msg && body.request_id && retryAfter);
}
