import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { type OperationRules, operationRules } from './operation-rules.ts';
import { type Operation, type OperationName, operations } from './operations.ts';

export type DeclaredResponse<Schema extends z.ZodType = z.ZodType> =
  | {
      kind: 'json';
      description: string;
      schema: Schema;
      example: unknown;
      /** Other formats that the request may select. */
      otherMediaTypes?: readonly string[];
      /** Sent if the handler returns nothing. */
      msg?: string;
      /** The only field besides a fixed `msg`; a handler returns its value. */
      saved?: { name: string; msg: string; schema: z.ZodType };
    }
  | { kind: 'empty'; description: string }
  | { kind: 'file'; description: string; mediaTypes: readonly string[] };

export interface RateLimit {
  /** Counted for each IP address (IPv6: each /64). */
  max: number;
  windowSeconds: number;
  /** If not set, all processes share one count. */
  isPerProcess?: boolean;
  /** The cost of a request, known before its body is read. Defaults to 1. */
  leastCost?: number;
}

interface CommonDetails {
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  bodyExample?: unknown;
  /** The largest body, if it may be larger than that of other operations. */
  bodyMaxBytes?: number;
  /** Defaults to JSON. */
  bodyTypes?: readonly ('json' | 'multipart')[];
  /** Accepts any body of any type, and does not read it. */
  ignoresBody?: boolean;
  /** The form fields in which the empty text, `null` and `undefined` mean null. In others they are texts. */
  nullableFields?: readonly string[];
  /** The form field that may be a file of at most `imageLimits.maxBytes`. */
  fileField?: string;
  /** Errors in addition to those that `errorsOf` derives. */
  errors?: readonly ErrorCode[];
  rateLimit?: RateLimit;
  /** Whether responses have the header with the version of the calculation rules. */
  isCalculation?: boolean;
  /** Whether a request counts as activity of the session. Requests that clients send automatically do not. */
  countsAsActivity?: boolean;
  /** For a GET that changes data or streams without end: HEAD returns only the success status. */
  headHasNoEffect?: boolean;
}

/** The successful responses by status. */
interface RouteDetails extends CommonDetails {
  responses: Readonly<Record<number, DeclaredResponse>>;
}

/** Most operations respond with a 200 alone. */
interface SingleResponseDetails extends CommonDetails {
  response: DeclaredResponse;
}

export type Route<Details extends RouteDetails = RouteDetails> = Details &
  Operation &
  OperationRules & { operation: OperationName };

/** Combines an operation's entries in the access map and the rules with its schemas. */
export function route<const Details extends RouteDetails>(
  operation: OperationName,
  details: Details & { response?: never },
): Route<Details>;
export function route<const Details extends SingleResponseDetails>(
  operation: OperationName,
  details: Details & { responses?: never },
): Route<Details & { responses: { 200: Details['response'] } }>;
export function route(operation: OperationName, details: RouteDetails | SingleResponseDetails): Route {
  const responses = 'response' in details ? { 200: details.response } : details.responses;
  return { ...details, responses, ...operations[operation], ...operationRules[operation], operation };
}

export function json<Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
  description = 'Success.',
): { kind: 'json'; description: string; schema: Schema; example: unknown } {
  return { kind: 'json', description, schema, example };
}

export function empty(description: string): { kind: 'empty'; description: string } {
  return { kind: 'empty', description };
}

/** The 304 of an operation whose responses have an ETag. */
export const notModified = empty('Not changed since the ETag in If-None-Match.');

export function file(
  mediaType: string | readonly string[],
  description: string,
): Extract<DeclaredResponse, { kind: 'file' }> {
  return { kind: 'file', mediaTypes: [mediaType].flat(), description };
}

/** Whether a guest may not call it from a blocked network. Reading stays open. */
export const isClosedToBlockedNetworks = (declared: Route): boolean =>
  declared.access === 'guest' &&
  (declared.method !== 'GET' || declared.headHasNoEffect === true) &&
  declared.isOpenToBlockedNetworks !== 'everybody';

/** The declared errors, and those that follow from the access, the limits and the input. */
export function errorsOf(declared: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.errors);
  if (declared.access !== 'guest') {
    codes.add('not_authenticated').add('token_not_valid').add('password_change_required');
    codes.add('insufficient_scope');
  }
  if (declared.access !== 'guest' && declared.access !== 'user') codes.add('forbidden');
  if (declared.idempotency) codes.add('idempotency_key_reused').add('conflict');
  if (declared.idempotency === 'read') codes.add('record_gone');
  if (isClosedToBlockedNetworks(declared)) codes.add('network_blocked');
  if (declared.scope ?? declared.staffScope) codes.add('account_suspended');
  if (/staff|superuser/i.test(declared.access)) codes.add('second_factor_required');
  if (declared.stepUp) codes.add('reauthentication_required');
  if (declared.params) codes.add('not_found');
  if (declared.method !== 'GET') {
    codes.add('csrf_failed').add('payload_too_large');
    if (!declared.ignoresBody) codes.add('unsupported_media_type');
  }
  if (declared.rateLimit) codes.add('too_many_requests');
  // The HTTP parser can refuse any request with these.
  codes.add('validation_failed').add('request_timeout').add('headers_too_large');
  return [...codes.add('internal_error').add('unavailable')];
}

type JsonSchemas<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { kind: 'json'; schema: infer Schema }
    ? Schema
    : never;
}[keyof Responses];

/** The input before parsing. */
export interface RouteInput<R extends Route> {
  params: R extends { params: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  query: R extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  body: R extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
}

/** The input after parsing. */
export interface RouteParsed<R extends Route> {
  params: R extends { params: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  query: R extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  body: R extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
}

/** The JSON body of a successful response; `undefined` for files and empty bodies. */
export type RouteResponse<R extends Route> = [JsonSchemas<R['responses']>] extends [never]
  ? undefined
  : z.output<JsonSchemas<R['responses']>>;

type ResultSchemas<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { saved: { schema: infer Schema } }
    ? Schema
    : Responses[Status] extends { kind: 'json'; schema: infer Schema }
      ? Schema
      : never;
}[keyof Responses];

/** What the server's handlers return, before serialization. */
export type RouteResult<R extends Route> = [ResultSchemas<R['responses']>] extends [never]
  ? void
  : z.input<ResultSchemas<R['responses']>> | FixedMessage<R['responses']>;

/** `void` if a response has a fixed message. */
type FixedMessage<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { msg: string } ? void : never;
}[keyof Responses];
