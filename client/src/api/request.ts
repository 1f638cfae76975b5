import { type OperationName, operations } from 'contract/operations.ts';
import { respondOnServer } from './server-transport.ts';

export interface CallInput {
  params?: Record<string, unknown> | undefined;
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  body?: unknown;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
}

export function sendRequest(name: OperationName, input: CallInput, access: string | null): Promise<Response> {
  if (import.meta.env.SSR)
    return respondOnServer(name, { params: input.params ?? {}, query: input.query ?? {} });
  const { method, url: pattern } = operations[name];
  const { params = {}, query = {}, body, headers, signal = null } = input;
  const path = pattern.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(String(params[param])));
  const url = new URL(path, window.location.origin);
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(field, String(value));
  }
  const sent = new Headers(headers);
  if (access) sent.set('authorization', `Bearer ${access}`);
  if (body === undefined || body instanceof FormData) {
    return fetch(url, { method, headers: sent, signal, body: body ?? null });
  }
  sent.set('content-type', 'application/json');
  return fetch(url, { method, headers: sent, signal, body: JSON.stringify(body) });
}
