import type { QueryKey } from '@tanstack/react-query';
import type { OperationName } from 'contract/operations.ts';
import type { RouteInput, RouteResponse } from 'contract/route.ts';
import type { RouteOf } from 'contract/routes.ts';
import type { CallInput } from './request.ts';

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

/**
 * The input of a call. While the compiler infers the name, this type says nothing about it: `Input` would be that of every
 * operation, and comparing a literal with all of them took most of the time of the type check.
 */
export type InferredInput<Name extends OperationName> = [Name] extends [never] ? unknown : Input<Name>;

export type InputArguments<Name extends OperationName> =
  object extends Input<Name> ? [input?: InferredInput<Name>] : [input: InferredInput<Name>];

/** The options of a query, without its operation. */
export interface ApiQuery<Response> {
  queryKey: QueryKey;
  queryFn: (context: { signal: AbortSignal }) => Promise<Response>;
}
