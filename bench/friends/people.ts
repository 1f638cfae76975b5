import { login } from 'contract/accounts/accounts.ts';
import { type BenchServer, password, post } from '../accounts/server.ts';

/** A signed-in user. */
export interface BenchPerson {
  id: string;
  headers: { authorization: string };
}

export async function createPerson({ url, createUsers }: BenchServer): Promise<BenchPerson> {
  const [user] = await createUsers(1);
  if (!user) throw new Error('There is no user.');
  const signIn = await post(`${url}${login.url}`, { username_or_email: user.username, password });
  const { access } = (await signIn.json()) as { access: string };
  return { id: user.id, headers: { authorization: `Bearer ${access}` } };
}

export interface CallResponse {
  status: number;
  body: { code?: string; request?: { id: string } };
}

/** One call under /api/user. */
export async function call(
  { url }: BenchServer,
  { headers }: BenchPerson,
  method: string,
  path: string,
  body?: object,
): Promise<CallResponse> {
  const response = await fetch(`${url}/api/user/${path}`, {
    method,
    // Compressing runs beside the server's thread and costs more than the lists do.
    headers: {
      ...headers,
      'accept-encoding': 'identity',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as CallResponse['body'] };
}
