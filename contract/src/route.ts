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
      /** Formats that may be asked for instead. */
      otherMediaTypes?: readonly string[];
    }
  | { kind: 'empty'; description: string }
  | { kind: 'file'; description: string; mediaTypes: readonly string[] };

export interface RateLimit {
  /** Per address (IPv6: per /64). */
  max: number;
  windowSeconds: number;
  /** Otherwise all processes count together. */
  isPerProcess?: boolean;
  /** Of a request, before its body is read; otherwise 1. */
  leastCost?: number;
}

interface RouteDetails {
  summary: string;
  description?: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  bodyExample?: unknown;
  /** Defaults to JSON. */
  bodyTypes?: readonly ('json' | 'multipart')[];
  /** In its forms the empty text, `null` and `undefined` mean null. */
  isPartialUpdate?: boolean;
  /** The form field that may be a file of at most `imageLimits.maxBytes`. */
  fileField?: string;
  responses: Readonly<Record<number, DeclaredResponse>>;
  /** In addition to those of `errorsOf`. */
  errors?: readonly ErrorCode[];
  rateLimit?: RateLimit;
  /** Requests that clients send by themselves do not count as a use of the session. */
  isNoUseOfSession?: boolean;
  /** For a GET that changes something or does not end: HEAD only gets the success status. */
  headHasNoEffect?: boolean;
}

export type Route<Details extends RouteDetails = RouteDetails> = Details &
  Operation &
  OperationRules & { operation: OperationName };

/** Joins an operation's entries in the access map and the rules with its schemas. */
export function route<const Details extends RouteDetails>(
  operation: OperationName,
  details: Details,
): Route<Details> {
  return { ...details, ...operations[operation], ...operationRules[operation], operation };
}

export function json<Schema extends z.ZodType>(
  schema: Schema,
  example: z.input<Schema>,
  description = 'Done.',
): { kind: 'json'; description: string; schema: Schema; example: unknown } {
  return { kind: 'json', description, schema, example };
}

export function empty(description: string): { kind: 'empty'; description: string } {
  return { kind: 'empty', description };
}

/** For what is cached with an ETag. */
export const notModified = empty('Unchanged since the ETag in If-None-Match.');

export function file(
  mediaType: string | readonly string[],
  description: string,
): Extract<DeclaredResponse, { kind: 'file' }> {
  return { kind: 'file', mediaTypes: [mediaType].flat(), description };
}

/** The declared failures and those that follow from access, limits and input. */
export function errorsOf(declared: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.errors);
  if (declared.access !== 'guest') {
    codes.add('not_authenticated').add('token_not_valid').add('password_change_required');
    codes.add('insufficient_scope');
  }
  if (declared.access !== 'guest' && declared.access !== 'user') codes.add('forbidden');
  if (/staff|superuser/i.test(declared.access)) codes.add('second_factor_required');
  if (declared.stepUp) codes.add('reauthentication_required');
  if (declared.params) codes.add('not_found');
  if (declared.method !== 'GET') {
    codes.add('csrf_failed').add('payload_too_large').add('unsupported_media_type');
  }
  if (declared.rateLimit) codes.add('too_many_requests');
  // Refusals of the HTTP parser.
  codes.add('validation_failed').add('request_timeout').add('headers_too_large');
  return [...codes.add('internal_error').add('unavailable')];
}

type JsonSchemas<Responses> = {
  [Status in keyof Responses]: Responses[Status] extends { kind: 'json'; schema: infer Schema }
    ? Schema
    : never;
}[keyof Responses];

/** Before parsing. */
export interface RouteInput<R extends Route> {
  params: R extends { params: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  query: R extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  body: R extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
}

/** After parsing. */
export interface RouteParsed<R extends Route> {
  params: R extends { params: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  query: R extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  body: R extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
}

/** The JSON body of a success; `undefined` for files and empty bodies. */
export type RouteResponse<R extends Route> = [JsonSchemas<R['responses']>] extends [never]
  ? undefined
  : z.output<JsonSchemas<R['responses']>>;

/** The same as the server's handlers give it, before it is written. */
export type RouteResult<R extends Route> = [JsonSchemas<R['responses']>] extends [never]
  ? undefined
  : z.input<JsonSchemas<R['responses']>>;
