import type * as accounts from 'contract/accounts.ts';
import type * as loans from 'contract/loans.ts';
import { type OperationName, operations } from 'contract/operations.ts';
import type { Route, RouteAnswer, RouteInput } from 'contract/route.ts';
import type * as system from 'contract/system.ts';
import type * as users from 'contract/users.ts';
import { ApiError, refusedCall, unansweredCall } from './api-error.ts';

/** Every area of the contract, as types only: their schemas stay out of whatever loads this file. */
type Areas = typeof accounts & typeof loans & typeof system & typeof users;

type RouteOf<Name extends OperationName> = Name extends keyof Areas
  ? Areas[Name] extends Route
    ? Areas[Name]
    : never
  : never;

export type Answer<Name extends OperationName> = RouteAnswer<RouteOf<Name>>;

type JsonInput<Name extends OperationName> = RouteInput<RouteOf<Name>>;

/** Routes that take multipart take a form in place of the JSON body. */
type Body<Name extends OperationName> =
  | JsonInput<Name>['body']
  | (RouteOf<Name> extends { bodyTypes: readonly (infer Type)[] }
      ? 'multipart' extends Type
        ? FormData
        : never
      : never);

interface Given<Name extends OperationName> {
  params: JsonInput<Name>['params'];
  query: JsonInput<Name>['query'];
  body: Body<Name>;
}

/** The parts that the route takes; what it does not declare cannot be given. */
type Input<Name extends OperationName> = {
  [Part in keyof Given<Name> as undefined extends Given<Name>[Part] ? never : Part]: Given<Name>[Part];
} & { signal?: AbortSignal | undefined };

type InputArguments<Name extends OperationName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/** The same without the route's own types: what the code below handles for every route alike. */
interface AnyInput {
  params?: Record<string, string> | undefined;
  query?: Record<string, string | number | boolean | null | undefined> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}

/**
 * Calls an operation of the API by its name.
 * @returns the JSON answer; `undefined` where the operation answers nothing.
 * @throws {ApiError} when it is refused, fails or gets no answer.
 * @throws {DOMException} `AbortError`, untouched, when `signal` ends the call.
 */
export async function call<Name extends OperationName>(
  name: Name,
  ...[input]: InputArguments<Name>
): Promise<Answer<Name>> {
  const given: AnyInput = input ?? {};
  try {
    const response = await fetch(requestOf(name, given));
    if (!response.ok) throw refusedCall(response, await response.json().catch(() => null));
    return (response.status === 204 ? undefined : await response.json()) as Answer<Name>;
  } catch (error) {
    given.signal?.throwIfAborted();
    throw error instanceof ApiError ? error : unansweredCall(error);
  }
}

function requestOf(name: OperationName, { params = {}, query = {}, body, signal }: AnyInput): Request {
  const { method, url } = operations[name];
  const path = url.replace(/:(\w+)/g, (_, param: string) => encodeURIComponent(params[param] ?? ''));
  const address = new URL(path, window.location.origin);
  for (const [field, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) address.searchParams.set(field, String(value));
  }
  const init: RequestInit = { method, signal: signal ?? null };
  if (body instanceof FormData) return new Request(address, { ...init, body });
  if (body === undefined) return new Request(address, init);
  return new Request(address, {
    ...init,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
