import type { Operation } from 'contract/operations.ts';
import request from 'supertest';
import type { TestApp } from '#test/app.ts';

export interface CallOptions {
  /** Replaces the parameters of the path. */
  id?: string;
  access?: string | undefined;
  query?: object;
  body?: object | string;
  headers?: Record<string, string>;
}

/** Calls one operation, with `access` as the bearer token. */
export const callApi = (
  { app }: Pick<TestApp, 'app'>,
  operation: CalledOperation,
  options?: CallOptions,
): request.Test => callAt(app.server, operation, options);

type CalledOperation = Pick<Operation, 'method' | 'url'>;

export function callAt(
  server: Parameters<typeof request>[0],
  { method, url }: CalledOperation,
  { id = '', access, query = {}, body, headers = {} }: CallOptions = {},
): request.Test {
  const verb = method.toLowerCase() as 'get' | 'post' | 'put' | 'delete';
  const call = request(server)[verb](url.replace(/:\w+/, id)).query(query).set(headers);
  if (access !== undefined) call.set('authorization', `Bearer ${access}`);
  return body === undefined ? call : call.send(body);
}
