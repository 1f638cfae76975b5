import { type QueryKey, queryOptions } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';
import type { RouteInput, RouteResponse } from 'contract/route.ts';
import type { RouteOf } from 'contract/routes.ts';
import { readResponse } from './response.ts';
import type { CallInput, Send } from './request.ts';

export type ResponseOf<Name extends OperationName> = RouteResponse<RouteOf<Name>>;

type JsonInput<Name extends OperationName> = RouteInput<RouteOf<Name>>;

/** Multipart routes take a form instead of JSON. */
type Body<Name extends OperationName> =
  | JsonInput<Name>['body']
  | (RouteOf<Name> extends { bodyTypes: readonly (infer Type)[] }
      ? 'multipart' extends Type
        ? FormData
        : never
      : never);

interface InputParts<Name extends OperationName> {
  params: JsonInput<Name>['params'];
  query: JsonInput<Name>['query'];
  body: Body<Name>;
}

export type Input<Name extends OperationName> = {
  [
    Part in keyof InputParts<Name> as undefined extends InputParts<Name>[Part] ? never : Part
  ]: InputParts<Name>[Part];
} & {
  [
    Part in keyof InputParts<Name> as [InputParts<Name>[Part]] extends [undefined] ? never : Part
  ]?: InputParts<Name>[Part];
} & Pick<CallInput, 'headers' | 'signal'>;

type InputArguments<Name extends OperationName> =
  object extends Input<Name> ? [input?: Input<Name>] : [input: Input<Name>];

/**
 * @returns the JSON response; `undefined` where the operation has none.
 * @throws {ApiError} when the call is refused, fails or gets no response.
 * @throws {DOMException} `AbortError` when `signal` aborts the call.
 */
export const createCall =
  (send: Send) =>
  <Name extends OperationName>(name: Name, ...[input]: InputArguments<Name>) =>
    readJson<Name>(send, name, input ?? {});

/** What is needed of a query to run it, whatever its operation. */
export interface ApiQuery<Response> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Response>;
}

/** A query of an operation. Its key begins with the operation's name, by which mutations invalidate it. */
export const createApiQuery =
  (send: Send) =>
  <Name extends OperationName>(name: Name, ...[input]: InputArguments<Name>) => {
    const queryKey: QueryKey = [name, input];
    const queryFn = ({ signal }: { signal: AbortSignal }) => readJson<Name>(send, name, { ...input, signal });
    return { ...queryOptions({ queryKey, queryFn }), queryFn };
  };

async function readJson<Name extends OperationName>(send: Send, name: Name, input: CallInput) {
  try {
    const body = readResponse(send(name, input), async (response) => {
      return response.status === 204 ? undefined : response.json();
    });
    return (await body) as ResponseOf<Name>;
  } catch (error) {
    input.signal?.throwIfAborted();
    throw error;
  }
}
