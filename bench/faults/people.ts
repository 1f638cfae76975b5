/** Users who call a running server as clients do, and continue after its restarts. */
import { randomUUID } from 'node:crypto';
import { refreshAccessToken } from 'contract/accounts/accounts.ts';
import type { Pool } from 'pg';
import {
  type Called,
  type CallOptions,
  send,
  signIn as signInOverApi,
} from 'server/src/commands/demo/caller.ts';
import { insertPeople } from 'server/src/commands/demo/people.queries.ts';
import { adminName, type Server } from './server.ts';

export interface Person {
  id: string;
  username: string;
  access: string;
  refresh: string;
}

export type ApiResponse = Awaited<ReturnType<typeof send>> & { body: ApiBody };

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

/** The superuser and as many new users, signed in. */
export async function signInPeople(
  server: Server,
  pool: Pool,
  count: number,
): Promise<[admin: Person, ...people: Person[]]> {
  const people = Array.from({ length: count }, () => ({ username: `bench-${randomUUID().slice(-12)}` }));
  await insertPeople(pool, people);
  const signedIn: Person[] = [];
  for (const { username } of people) signedIn.push(await signIn(server, username));
  return [await signIn(server, adminName), ...signedIn];
}

export async function signIn({ url }: Server, username: string): Promise<Person> {
  const { user, access, refresh } = await signInOverApi(url, username);
  return { id: user.id, username, access, refresh };
}

/** A call of a guest. */
export const callAsGuest = async ({ url }: Server, operation: Called, options?: CallOptions) =>
  (await send(url, operation, options)) as ApiResponse;

/**
 * One call of a signed-in person, with a new access token if the old one has expired. Rejects without a complete
 * response, because the result of the call is then unknown.
 */
export async function call(
  server: Server,
  person: Person,
  operation: Called,
  options: CallOptions = {},
): Promise<ApiResponse> {
  const attempt = () =>
    callAsGuest(server, operation, { ...options, headers: { authorization: `Bearer ${person.access}` } });
  const response = await attempt();
  if (response.status !== 401) return response;
  const renewed = await callAsGuest(server, refreshAccessToken, { body: { refresh: person.refresh } });
  if (renewed.status !== 200) return renewed;
  person.access = renewed.body.access ?? '';
  return attempt();
}

/** Whether the response is that of a server whose dependency is down. */
export function isRefusal({ status, headers, body }: ApiResponse): boolean {
  return (
    status === 503 &&
    body.code === 'unavailable' &&
    Boolean(body.msg && body.request_id && headers.get('retry-after'))
  );
}
