/** Calls a running server as a program does, for the demonstration, the browser stories and the measurements. */
import { login } from 'contract/accounts/accounts.ts';
import type { SignedIn } from 'contract/accounts/signed-in.ts';
import type { Operation } from 'contract/operations.ts';
import type { Route, RouteResponse } from 'contract/route.ts';
import { StartError } from '#platform/process/start-error.ts';
import { demoPassword } from './people.ts';

export type Called = Pick<Operation, 'method' | 'url'>;

export interface CallOptions {
  /** Replaces the parameter of the path. */
  id?: string | undefined;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** Sends a body as JSON unless it is a form. Rejects without a complete response. */
export async function send(
  origin: string,
  { method, url }: Called,
  { id = '', body, headers }: CallOptions = {},
) {
  const isForm = body instanceof FormData;
  const response = await fetch(origin + url.replace(/:\w+/, id), {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer: unknown = JSON.parse((await response.text()) || '{}');
  return { status: response.status, headers: response.headers, body: answer };
}

export type Caller = Awaited<ReturnType<typeof signIn>>;

/** Signs in. The calls reject if they are refused. */
export async function signIn(origin: string, username: string, userAgent = 'Firefox') {
  const call = async (operation: Called, options: CallOptions) => {
    const { status, body } = await send(origin, operation, options);
    if (status >= 400) throw new StartError(`${operation.url}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const credentials = { username_or_email: username, password: demoPassword };
  const signedIn = (await call(login, {
    body: credentials,
    headers: { 'user-agent': userAgent },
  })) as SignedIn;
  const headers = { authorization: `Bearer ${signedIn.access}` };
  return {
    ...signedIn,
    id: signedIn.user.id,
    headers,
    call: async <R extends Route>(route: R, body?: object, id?: string) =>
      (await call(route, { id, body, headers })) as RouteResponse<R>,
  };
}
