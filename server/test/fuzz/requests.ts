import * as fc from 'fast-check';
import {
  type DocumentedOperation,
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
} from '#test/openapi.ts';
import { flatPng } from '#test/images.ts';
import type { FuzzCaller, KnownValues } from './callers.ts';
import {
  type Body,
  formOf,
  hostileBody,
  hostileHeaders,
  hostilePathPart,
  hostileQuery,
  hostileText,
  hostileValue,
  jsonType,
  serializedJson,
} from './hostile.ts';

export interface FuzzRequest {
  operation: DocumentedOperation;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
  /** Whether the server may route the request to another operation, or to none. */
  isOtherOperation: boolean;
}

interface ReadSchema extends Record<string, unknown> {
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  items?: JsonSchema;
  pattern?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
}
type Fields = Record<string, unknown>;

/** Uses the last arbitrary rarely. */
const mostly = <Value>(odds: number, usual: fc.Arbitrary<Value>, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: odds, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));

/** Created once for each pattern, because a long pattern takes 20 ms. */
const matching = new Map<string, fc.Arbitrary<string>>();

/** Any request to any operation, by any of the current callers, all equally likely. */
export function anyRequest(
  document: OpenApiDocument,
  shared: KnownValues,
  callers: () => readonly FuzzCaller[],
): fc.Arbitrary<FuzzRequest & { caller: FuzzCaller }> {
  const operations = operationsOf(document);
  return fc.tuple(fc.constantFrom(...operations), fc.nat()).chain(([operation, at]) => {
    const caller = callers()[at % callers().length]!;
    const values = valuesOf(document, [caller.known, shared]);
    return requestOf(operation, values, caller.headers).map((request) => ({ ...request, caller }));
  });
}

/** The arbitraries of a schema: `value` may be invalid, and `admitted` has at most invalid fields. */
function valuesOf(document: OpenApiDocument, known: readonly KnownValues[]) {
  const read = (schema: JsonSchema): ReadSchema =>
    document.components.schemas[String(schema['$ref']).split('/').at(-1)!] ?? schema;

  /** Mostly a known value of the field, otherwise a value of the schema, and rarely neither. */
  const value = (name: string, reference: JsonSchema): fc.Arbitrary<unknown> => {
    const schema = read(reference);
    const seen = known.flatMap((values) => values.get(schema['format'] === 'uuid' ? 'id' : name) ?? []);
    const usual = mostly(3, admitted(name, schema), hostileValue);
    return seen.length > 0 ? mostly(1, usual, ...Array(5).fill(fc.constantFrom(...seen))) : usual;
  };

  const admitted = (name: string, reference: JsonSchema): fc.Arbitrary<unknown> => {
    const schema = read(reference);
    const choices = schema.anyOf ?? schema.oneOf;
    if (choices) return fc.oneof(...choices.map((choice) => admitted(name, choice)));
    if (schema.enum ?? 'const' in schema) return fc.constantFrom(...(schema.enum ?? [schema['const']]));
    if (schema.properties) return fields(schema.properties, schema.required);
    if (schema.pattern !== undefined) {
      const made = matching.get(schema.pattern) ?? fc.stringMatching(new RegExp(schema.pattern, 'u'));
      matching.set(schema.pattern, made);
      return made;
    }
    if (schema['type'] === 'array') return fc.array(value(name, schema.items ?? {}), { maxLength: 4 });
    if (schema['type'] === 'integer') return fc.integer();
    if (schema['type'] === 'number') return fc.double({ noNaN: true, noDefaultInfinity: true });
    if (schema['type'] === 'boolean') return fc.boolean();
    return fc.string({ unit: 'grapheme' });
  };

  /** Rarely omits required fields or adds unknown ones. */
  const fields = (properties: Record<string, JsonSchema>, requiredKeys: string[] = []) => {
    const model = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [name, value(name, schema)]),
    );
    return fc
      .tuple(
        mostly(9, fc.record<Fields>(model, { requiredKeys }), fc.record<Fields>(model, { requiredKeys: [] })),
        mostly(9, fc.constant<Fields>({}), fc.dictionary(hostileText, hostileValue, { maxKeys: 1 })),
      )
      .map(([own, others]): Fields => ({ ...own, ...others }));
  };
  return { value, admitted, fields };
}

function requestOf(
  operation: DocumentedOperation,
  { value, admitted, fields }: ReturnType<typeof valuesOf>,
  credentials: FuzzCaller['headers'],
): fc.Arbitrary<FuzzRequest> {
  const { parameters = [], requestBody } = operation;
  const declaredMethod = operation.method.toUpperCase();
  const query = parameters.filter((parameter) => parameter.in === 'query');
  const queryFields = fields(
    Object.fromEntries(query.map(({ name, schema }) => [name, schema])),
    query.filter(({ required }) => required).map(({ name }) => name),
  );
  const parts = parameters
    .filter((parameter) => parameter.in === 'path')
    .map(({ name, schema }) => mostly(20, value(name, schema).map(textOf).map(encoded), hostilePathPart));
  return fc
    .record({
      method: mostly(40, fc.constant(declaredMethod), fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE')),
      parts: fc.tuple(...parts),
      query: mostly(15, queryFields.map(queryText), hostileQuery),
      headers: mostly(4, fc.constant<Record<string, string>>({}), hostileHeaders),
      body: requestBody ? mostly(15, bodyOf(requestBody.content, admitted), hostileBody, nothing) : nothing,
    })
    .map(({ method, parts: texts, headers, body, query: search }) => {
      const rest = texts.values();
      return {
        operation,
        method,
        path: operation.path.replaceAll(/\{\w+\}/g, () => rest.next().value ?? '') + search,
        headers: { ...credentials, ...headers, ...(body && { 'content-type': body[0] }) },
        body: body && Buffer.from(body[1]),
        isOtherOperation:
          method !== declaredMethod || texts.some((text) => text === '' || /[/?#;]/.test(text)),
      };
    });
}

function bodyOf(
  content: NonNullable<DocumentedOperation['requestBody']>['content'],
  admitted: ReturnType<typeof valuesOf>['admitted'],
): fc.Arbitrary<Body> {
  const body = admitted('', content[jsonType]?.schema ?? {});
  const inJson = body.map((all): Body => [jsonType, serializedJson(all)]);
  const form = content['multipart/form-data'];
  if (!form) return inJson;
  const file = /"(\w+)":\{[^{}]*"format":"binary"/.exec(JSON.stringify(form.schema))?.[1];
  const inForm = fc
    .tuple(body, images, fc.oneof(fc.constant('a.png'), hostileText))
    .map(([all, image, name]) =>
      formOf([
        ...Object.entries(all as Fields).map(([field, one]) => [disposition(field), textOf(one)] as const),
        ...(file && image ? [[`${disposition(file)}; filename="${name}"`, image] as const] : []),
      ]),
    );
  return fc.oneof(inJson, inForm);
}

const disposition = (name: string) => `content-disposition: form-data; name="${name}"`;
const nothing = fc.constant(undefined);
const images = fc.oneof(fc.constant(flatPng(1, 1)), fc.uint8Array({ maxLength: 99 }), nothing);

const textOf = (value: unknown) => (typeof value === 'string' ? value : serializedJson(value));
/** `encodeURIComponent` throws for half a surrogate pair. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

function queryText(fields: Fields): string {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, textOf(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}
