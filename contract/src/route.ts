import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';
import { type Operation, type OperationName, operations } from './operations.ts';

export type Tag = 'finance' | 'accounts' | 'users' | 'friends' | 'files' | 'records' | 'system';

/** What one status answers: JSON under a schema, nothing, or bytes of a media type. */
export type Answer<Schema extends z.ZodType = z.ZodType> =
  | { kind: 'json'; description: string; schema: Schema; example: unknown }
  | { kind: 'empty'; description: string }
  | { kind: 'file'; description: string; mediaType: string };

export interface RateLimit {
  /** Requests admitted from one address (IPv6: one /64) in one window. */
  max: number;
  windowSeconds: number;
  /** Spares what each process has of its own, and is counted by it alone; all others by all together. */
  isPerProcess?: boolean;
}

export interface RouteDetails {
  summary: string;
  description?: string;
  tag: Tag;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  bodyExample?: unknown;
  /** JSON unless said otherwise; only routes with a body have one. */
  bodyTypes?: readonly ('json' | 'multipart')[];
  /** In its forms the empty text, `null` and `undefined` mean null. */
  isPartialUpdate?: boolean;
  /** The one field of its forms that may be a file: an image within `imageLimits`. */
  fileField?: string;
  answers: Readonly<Record<number, Answer>>;
  /** Failures of its own. Those that follow from access, limits and body are added by `errorsOf`. */
  errors: readonly ErrorCode[];
  rateLimit?: RateLimit;
}

export type Route<Details extends RouteDetails = RouteDetails> = Details &
  Operation & { operation: OperationName };

/** Joins an operation's line in the access map with its schemas, answers and errors. */
export function route<const Details extends RouteDetails>(
  operation: OperationName,
  details: Details,
): Route<Details> {
  return { ...details, ...operations[operation], operation };
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

export function file(mediaType: string, description: string): Extract<Answer, { kind: 'file' }> {
  return { kind: 'file', mediaType, description };
}

/** Every failure a route can answer: its own, and those that follow from who, how often and what it takes. */
export function errorsOf(declared: Route): ErrorCode[] {
  const codes = new Set<ErrorCode>(declared.errors);
  if (declared.access !== 'guest') codes.add('not_authenticated').add('token_not_valid');
  if (declared.access !== 'guest' && declared.access !== 'user') codes.add('forbidden');
  if (/staff|superuser/i.test(declared.access)) codes.add('password_change_required');
  if (declared.params) codes.add('not_found');
  if (declared.method !== 'GET') {
    codes.add('csrf_failed').add('payload_too_large').add('unsupported_media_type');
  }
  if (declared.rateLimit) codes.add('too_many_requests');
  // What HTTP itself refuses, before anyone looks at what is asked for.
  codes.add('validation_failed').add('request_timeout').add('headers_too_large');
  return [...codes.add('internal_error').add('unavailable')];
}

type JsonSchemas<Answers> = {
  [Status in keyof Answers]: Answers[Status] extends { kind: 'json'; schema: infer Schema } ? Schema : never;
}[keyof Answers];

/** What a caller sends: before parsing, as forms and other programs write it. */
export interface RouteInput<R extends Route> {
  params: R extends { params: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  query: R extends { query: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
  body: R extends { body: infer Schema extends z.ZodType } ? z.input<Schema> : undefined;
}

/** What a handler receives: parsed and narrowed. */
export interface RouteParsed<R extends Route> {
  params: R extends { params: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  query: R extends { query: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
  body: R extends { body: infer Schema extends z.ZodType } ? z.output<Schema> : undefined;
}

/** The JSON that a successful call answers; `undefined` for routes that answer nothing or bytes. */
export type RouteAnswer<R extends Route> = [JsonSchemas<R['answers']>] extends [never]
  ? undefined
  : JsonSchemas<R['answers']> extends infer Schema
    ? Schema extends z.ZodType
      ? z.output<Schema>
      : never
    : never;
