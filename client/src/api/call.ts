import type * as accounts from 'contract/accounts.ts';
import type * as files from 'contract/files.ts';
import type * as friends from 'contract/friends.ts';
import type * as loans from 'contract/loans.ts';
import { type OperationName, operations } from 'contract/operations.ts';
import type * as records from 'contract/records.ts';
import type { Route, RouteAnswer, RouteInput } from 'contract/route.ts';
import type * as system from 'contract/system.ts';
import type * as userOverview from 'contract/user-overview.ts';
import type * as users from 'contract/users.ts';
import { ApiError, refusedCall, unansweredCall } from './api-error.ts';
import { endsSession, liveAccessToken } from './refresh.ts';
import { type CallInput, sendRequest } from './request.ts';
import { clearSession, endSession, loseSession, readSession } from './session.ts';

/** Every area of the contract, as types only: their schemas stay out of whatever loads this file. */
type Areas = typeof accounts &
  typeof files &
  typeof friends &
  typeof loans &
  typeof records &
  typeof system &
  typeof userOverview &
  typeof users;

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
export type Input<Name extends OperationName> = {
  [Part in keyof Given<Name> as undefined extends Given<Name>[Part] ? never : Part]: Given<Name>[Part];
} & {
  [Part in keyof Given<Name> as [Given<Name>[Part]] extends [undefined] ? never : Part]?: Given<Name>[Part];
} & Pick<CallInput, 'headers' | 'signal'>;

type InputArguments<Name extends OperationName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

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
  const given: CallInput = input ?? {};
  try {
    const response = await authorizedRequest(name, given);
    if (!response.ok) throw refusedCall(response, await response.json().catch(() => null));
    return (response.status === 204 ? undefined : await response.json()) as Answer<Name>;
  } catch (error) {
    given.signal?.throwIfAborted();
    throw error instanceof ApiError ? error : unansweredCall(error);
  }
}

/**
 * Sends a request as the signed-in user, if there is one. A 401 ends the session only if its token is still the
 * stored one; an older token's is tried once more with the stored one, unless that is somebody else's.
 */
export async function authorizedRequest(name: OperationName, input: CallInput): Promise<Response> {
  const access = await accessTokenFor(name);
  const sender = readSession();
  input.signal?.throwIfAborted();
  const response = await sendRequest(name, input, access);
  if (response.status !== 401 || !access || !sender) return response;

  const present = readSession();
  if (!present || present.user.id !== sender.user.id) return response;
  if (present.access === access) {
    loseSession(present);
    return response;
  }
  const second = await sendRequest(name, input, present.access);
  if (second.status === 401 && readSession()?.access === present.access) loseSession(present);
  return second;
}

/** Null for a guest, and for the operations that stand for themselves. */
async function accessTokenFor(name: OperationName): Promise<string | null> {
  if (name === 'login' || name === 'refreshAccessToken') return null;
  const session = readSession();
  if (!session) {
    clearSession();
    return null;
  }
  // What ends the session needs none that lives.
  if (name === 'logout') return session.access;
  try {
    return await liveAccessToken();
  } catch (error) {
    // What is open to guests stays open to whoever had a session, and does not send them away.
    const openToGuests = operations[name].access === 'guest';
    if (endsSession(error)) (openToGuests ? endSession : loseSession)(session);
    if (openToGuests) return null;
    throw error;
  }
}
