import * as fc from 'fast-check';
import {
  type DocumentedOperation,
  type JsonSchema,
  type OpenApiDocument,
  operationsOf,
} from '#test/openapi.ts';
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
  writtenJson,
} from './hostile.ts';

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

/** The last of the arbitraries seldom. */
const mostly = <Value>(odds: number, usual: fc.Arbitrary<Value>, ...others: fc.Arbitrary<Value>[]) =>
  fc.oneof({ weight: odds, arbitrary: usual }, ...others.map((arbitrary) => ({ weight: 1, arbitrary })));

/** Made once for each pattern: a long one takes 20 ms. */
const matching = new Map<string, fc.Arbitrary<string>>();

/** Any request to any of the operations, by any of the callers of that moment, each as likely as the others. */
export function anyRequest(
  document: OpenApiDocument,
  shared: KnownValues,
  callers: () => readonly FuzzCaller[],
): fc.Arbitrary<FuzzRequest> {
  const read = (schema: JsonSchema): ReadSchema =>
    document.components.schemas[String(schema['$ref']).split('/').at(-1)!] ?? schema;

  const requestOf = (operation: DocumentedOperation, caller: FuzzCaller): fc.Arbitrary<FuzzRequest> => {
    /** Most often what is known of the field, else what the schema admits, seldom neither. */
    const value = (name: string, given: JsonSchema): fc.Arbitrary<unknown> => {
      const schema = read(given);
      const known = [caller.known, shared].flatMap((values) =>
        values.of(schema['format'] === 'uuid' ? 'id' : name),
      );
      const usual = mostly(3, admitted(name, schema), hostileValue);
      return known.length > 0 ? mostly(1, usual, ...Array(5).fill(fc.constantFrom(...known))) : usual;
    };
    const admitted = (name: string, schema: ReadSchema): fc.Arbitrary<unknown> => {
      const choices = schema.anyOf ?? schema.oneOf;
      if (choices) return fc.oneof(...choices.map((choice) => admitted(name, read(choice))));
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
    /** Seldom without required ones or with others; what confirms a field is most often the same. */
    const fields = (
      properties: Record<string, JsonSchema>,
      required: string[] = [],
    ): fc.Arbitrary<Fields> => {
      const model = Object.fromEntries(
        Object.entries(properties).map(([name, schema]) => [name, value(name, schema)]),
      );
      const others = fc.dictionary(hostileText, hostileValue, { maxKeys: 1 });
      return fc
        .tuple(
          mostly(9, fc.record(model, { requiredKeys: required }), fc.record(model, { requiredKeys: [] })),
          mostly(9, fc.constant<Fields>({}), others),
          mostly(9, fc.constant(true), fc.constant(false)),
        )
        .map(([own, other, isConfirmed]) => {
          const all = Object.entries({ ...own, ...other });
          const confirmed = (name: string) => own[name.replace('confirm_', '')];
          return Object.fromEntries(
            all.map(([name, given]) => [
              name,
              isConfirmed && Object.hasOwn(own, name) ? (confirmed(name) ?? given) : given,
            ]),
          );
        });
    };
    const { parameters = [], requestBody } = operation;
    const declaredMethod = operation.method.toUpperCase();
    const parametersIn = (place: string) => parameters.filter((parameter) => parameter.in === place);
    const query = parametersIn('query');
    const schemas = Object.fromEntries(query.map(({ name, schema }) => [name, schema]));
    return fc
      .record({
        method: mostly(40, fc.constant(declaredMethod), fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'TRACE')),
        parts: fc.tuple(
          ...parametersIn('path').map(({ name, schema }) =>
            mostly(20, value(name, schema).map(textOf).map(encoded), hostilePathPart),
          ),
        ),
        query: mostly(
          15,
          fields(
            schemas,
            query.flatMap(({ name, required }) => (required ? [name] : [])),
          ).map(queryText),
          hostileQuery,
        ),
        headers: mostly(4, fc.constant<Record<string, string>>({}), hostileHeaders),
        body: requestBody ? mostly(15, bodyOf(requestBody.content), hostileBody, nothing) : nothing,
      })
      .map(({ method, parts, headers, body, ...given }) => {
        const texts = parts.values();
        return {
          operation,
          caller,
          method,
          path: operation.path.replaceAll(/\{\w+\}/g, () => texts.next().value ?? '') + given.query,
          headers: { ...caller.headers, ...headers, ...(body && { 'content-type': body[0] }) },
          body: body && Buffer.from(body[1]),
          isElsewhere: method !== declaredMethod || parts.some((text) => text === '' || /[/?#;]/.test(text)),
        };
      });

    function bodyOf(content: NonNullable<DocumentedOperation['requestBody']>['content']): fc.Arbitrary<Body> {
      const given = admitted('', read(content[jsonType]?.schema ?? {}));
      const inJson = given.map((all): Body => [jsonType, writtenJson(all)]);
      const form = content['multipart/form-data'];
      const file = /"(\w+)":\{[^{}]*"format":"binary"/.exec(JSON.stringify(form?.schema ?? ''))?.[1];
      if (!form) return inJson;
      const inForm = fc
        .tuple(given, images)
        .map(([all, image]) =>
          formOf([
            ...Object.entries(all as Fields).map(([name, one]) => [disposition(name), textOf(one)] as const),
            ...(file && image ? [[`${disposition(file)}; filename="a.png"`, image] as const] : []),
          ]),
        );
      return fc.oneof(inJson, inForm);
    }
  };
  return fc.tuple(fc.constantFrom(...operationsOf(document)), fc.nat()).chain(([operation, at]) => {
    const all = callers();
    return requestOf(operation, all[at % all.length]!);
  });
}

const disposition = (name: string) => `content-disposition: form-data; name="${name}"`;
const nothing = fc.constant(undefined);
const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const images = fc.oneof(fc.constant(tinyPng), fc.uint8Array({ maxLength: 99 }), nothing);

const textOf = (value: unknown) => (typeof value === 'string' ? value : writtenJson(value));
/** `encodeURIComponent` throws at half a surrogate pair. */
const encoded = (text: string) => encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, '\uFFFD'));

const queryText = (given: Fields) =>
  Object.entries(given).reduce(
    (text, [name, value], index) => `${text}${index ? '&' : '?'}${encoded(name)}=${encoded(textOf(value))}`,
    '',
  );
