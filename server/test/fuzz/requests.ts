import * as fc from 'fast-check';
import {
  type DocumentedOperation,
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
} from '#test/openapi.ts';
import type { FuzzCaller } from './callers.ts';
import { damaged, type Field, schemaArbitraries, written } from './from-schema.ts';
import {
  type Body,
  formBody,
  hostileBody,
  hostileHeaders,
  hostilePathPart,
  hostileQuery,
  hostileText,
} from './hostile.ts';
import type { KnownValues } from './known-values.ts';

export interface FuzzRequest {
  operation: DocumentedOperation;
  caller: FuzzCaller;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether the server may read it as another operation's, or as none. */
  isElsewhere: boolean;
}

const otherMethods = ['HEAD', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND'];
const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Each of the others once in about `odds` times. */
const mostly = <Value>(odds: number, usual: fc.Arbitrary<Value>, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: odds, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));

const textOf = (json: string) => (json.startsWith('"') ? (JSON.parse(json) as string) : json);
/** `encodeURIComponent` throws at half a surrogate pair. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));
const nothing = fc.constant(undefined);

/** Any request to any of the operations, by any of the callers of that moment, each as likely as the others. */
export function anyRequest(
  document: OpenApiDocument,
  shared: KnownValues,
  callers: () => readonly FuzzCaller[],
): fc.Arbitrary<FuzzRequest> {
  return fc.tuple(fc.constantFrom(...operationsOf(document)), fc.nat()).chain(([operation, at]) => {
    const all = callers();
    return requestOf(operation, all[at % all.length]!, document, shared);
  });
}

function requestOf(
  operation: DocumentedOperation,
  caller: FuzzCaller,
  document: OpenApiDocument,
  shared: KnownValues,
): fc.Arbitrary<FuzzRequest> {
  const { parameters = [], requestBody } = operation;
  const declaredMethod = operation.method.toUpperCase();
  const { value, fields } = schemaArbitraries(document, [caller.known, shared]);
  const parametersIn = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const parts = parametersIn('path').map(({ name, schema }) =>
    mostly(20, value(name, schema).map(textOf).map(encoded), hostileText.map(encoded), hostilePathPart),
  );
  const query = fields({
    properties: Object.fromEntries(parametersIn('query').map(({ name, schema }) => [name, schema])),
    required: parametersIn('query').flatMap(({ name, required }) => (required ? [name] : [])),
  });
  const body = requestBody ? bodyOf(requestBody.content, fields) : nothing;
  return fc
    .record({
      method: mostly(40, fc.constant(declaredMethod), fc.constantFrom(...otherMethods)),
      parts: fc.tuple(...parts),
      slash: mostly(20, fc.constant('/'), fc.constant('')),
      query: mostly(15, damaged(query).map(queryText), hostileQuery),
      headers: mostly(4, fc.constant({}), hostileHeaders),
      body: mostly(15, body, hostileBody, nothing),
    })
    .map((given) => {
      const texts = given.parts.values();
      const path = operation.path.replaceAll(/\{\w+\}/g, () => texts.next().value ?? '');
      return {
        operation,
        caller,
        method: given.method,
        path: path.replace(/\/$/, given.slash) + given.query,
        headers: {
          ...caller.headers,
          ...given.headers,
          ...(given.body && { 'content-type': given.body[0] }),
        },
        body: given.body && Buffer.from(given.body[1]),
        isElsewhere:
          given.method !== declaredMethod || given.parts.some((text) => text === '' || /[/?#;]/.test(text)),
      };
    });
}

function queryText(fields: readonly Field[]): string {
  const pairs = fields.map(([name, json]) => `${encoded(name)}=${encoded(textOf(json))}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

function bodyOf(
  content: NonNullable<DocumentedOperation['requestBody']>['content'],
  fields: (schema: JsonSchema) => fc.Arbitrary<Field[]>,
): fc.Arbitrary<Body> {
  const form = content['multipart/form-data'];
  const given = damaged(fields(content['application/json']?.schema ?? {}));
  const inJson = given.map((all): Body => ['application/json', written(all)]);
  if (!form) return inJson;
  const fileField = /"(\w+)":\{[^{}]*"format":"binary"/.exec(JSON.stringify(form.schema))?.[1];
  const bytes = fc.oneof(fc.constant(tinyPng), fc.uint8Array({ maxLength: 99 }));
  const file = fileField === undefined ? nothing : fc.option(bytes, { nil: undefined });
  const inForm = fc.tuple(given, file).map(([all, image]): Body => {
    const texts = all.map(([name, json]) => [name, textOf(json)] as const);
    return formBody(texts, image && [fileField ?? '', image]);
  });
  return fc.oneof(inJson, inForm);
}
