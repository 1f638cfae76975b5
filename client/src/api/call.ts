import type * as accounts from 'contract/accounts.ts';
import type * as files from 'contract/files.ts';
import type * as friends from 'contract/friends.ts';
import type * as loans from 'contract/loans.ts';
import type { OperationName } from 'contract/operations.ts';
import type * as records from 'contract/records.ts';
import type { Route, RouteAnswer, RouteInput } from 'contract/route.ts';
import type * as system from 'contract/system.ts';
import type * as userOverview from 'contract/user-overview.ts';
import type * as users from 'contract/users.ts';
import { ApiError, refusedCall, unansweredCall } from './api-error.ts';
import type { CallInput, Send } from './request.ts';

/** Every area of the contract, as types only: their schemas stay out of the chunk that loads this file. */
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

export type ResponseOf<Name extends OperationName> = RouteAnswer<RouteOf<Name>>;

type JsonInput<Name extends OperationName> = RouteInput<RouteOf<Name>>;

/** A route that accepts multipart takes a form in place of the JSON body. */
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

/** The parts that the route declares, and no others. */
export type Input<Name extends OperationName> = {
  [Part in keyof Given<Name> as undefined extends Given<Name>[Part] ? never : Part]: Given<Name>[Part];
} & {
  [Part in keyof Given<Name> as [Given<Name>[Part]] extends [undefined] ? never : Part]?: Given<Name>[Part];
} & Pick<CallInput, 'headers' | 'signal'>;

type InputArguments<Name extends OperationName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/**
 * Calls an operation of the API by its name.
 * @returns the JSON response; `undefined` where the operation has none.
 * @throws {ApiError} when it is refused, fails or gets no response.
 * @throws {DOMException} `AbortError`, untouched, when `signal` aborts the call.
 */
export type Call = <Name extends OperationName>(
  name: Name,
  ...[input]: InputArguments<Name>
) => Promise<ResponseOf<Name>>;

export function createCall(send: Send): Call {
  return async <Name extends OperationName>(name: Name, ...[input]: InputArguments<Name>) => {
    const given: CallInput = input ?? {};
    try {
      const response = await send(name, given);
      if (!response.ok) throw refusedCall(response, await response.json().catch(() => null));
      return (response.status === 204 ? undefined : await response.json()) as ResponseOf<Name>;
    } catch (error) {
      given.signal?.throwIfAborted();
      throw error instanceof ApiError ? error : unansweredCall(error);
    }
  };
}
