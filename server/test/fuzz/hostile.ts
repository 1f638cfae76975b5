/** Input that no regular client sends. */
import * as fc from 'fast-check';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const long = fc.nat({ max: 9_000 }).map((length) => '\u{1F600}'.repeat(length));
/** Includes halves of surrogate pairs. */
const codeUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));

// prettier-ignore
export const hostileText = fc.oneof(
  fc.string({ unit: codeUnit }), fc.string({ unit: 'binary' }), long, fc.emailAddress(), fc.ipV6(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.constantFrom('', ' ', '%', '%_\\', '%00', '../../../../etc/passwd', '\u0130', '999.1.1.1', '2026-02-30', '__proto__', 'constructor'),
);

/** JSON texts that `JSON.stringify` never produces. `serializedJson` removes the marks. */
// prettier-ignore
const literals = [
  '-0', '1e400', '1e-400', '9223372036854775808', '1'.repeat(400), nested(200), '{"__proto__":{"is_staff":true}}', '{"a":1,"a":2}',
].map((text) => `@@${text}@@`);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...literals, null, 2 ** 31, Array(5_000).fill(0)),
  fc.jsonValue({ maxDepth: 2 }),
);

export const serializedJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(/"@@.+?@@"/g, (text) => (JSON.parse(text) as string).slice(2, -2));

/** A content type and a body that is sent with it. */
export type Body = readonly [type: string, content: string | Uint8Array];

export const jsonType = 'application/json';
const boundary = 'fuzz-boundary';
const formType = `multipart/form-data; boundary=${boundary}`;
export const formOf = (parts: readonly (readonly [head: string, content: string | Uint8Array])[]): Body => [
  formType,
  Buffer.concat(
    [
      ...parts.flatMap(([head, content]) => [`--${boundary}\r\n${head}\r\n\r\n`, content, '\r\n']),
      `--${boundary}--\r\n`,
    ].map((part) => Buffer.from(part)),
  ),
];

/** Bodies that do not match their content type. */
// prettier-ignore
export const hostileBody: fc.Arbitrary<Body> = fc.tuple(
  fc.constantFrom(
    jsonType, jsonType, formType, '', 'text/plain', 'application/json; charset=utf-16le', 'multipart/form-data',
    'multipart/form-data; boundary=', `a/${'b'.repeat(5_000)}`,
  ),
  fc.oneof(
    fc.constantFrom('', 'null', '{', '{}', '{}\u0000', '\uFEFF{}', `--${boundary}\r\n`, nested(20_000), 'x'.repeat(70_000)),
    fc.json(),
    fc.uint8Array({ maxLength: 200 }),
  ),
);

// prettier-ignore
export const hostileHeaders = fc.dictionary(
  fc.constantFrom(
    'accept', 'accept-encoding', 'authorization', 'content-encoding', 'cookie', 'expect', 'if-none-match', 'origin',
    'range', 'user-agent', 'x-csrftoken', 'x-device-token', 'x-forwarded-for', 'x-http-method-override', 'x-request-id',
  ),
  fc.oneof(
    fc.constantFrom(
      '*', ',', 'br', 'gzip;q=NaN', 'identity', 'null', 'a.b', 'bytes=9-1', 'DELETE', '1.2.3.4:80', '2001:db8::1%eth0',
      'Bearer eyJhbGciOiJub25lIn0.e30.', 'refresh_token=%E0%A4%A; csrftoken=a; csrftoken=b', 'x'.repeat(17_000),
    ),
    hostileText,
  ),
  { minKeys: 1, maxKeys: 8 },
);

/** Replacements for a path parameter: invalid escapes, dots, slashes. */
// prettier-ignore
export const hostilePathPart = fc.constantFrom(
  '', '%', '%c0%af', '%ff', '%00', '%ED%A0%80', '..', '..%2f..%2f', 'a/b', '?', '#', ';a=b', '\u00e9', 'a'.repeat(1_025),
  'a'.repeat(20_000),
);
export const hostileQuery = fc.constantFrom(
  '?&=',
  '?%',
  '?page=%00',
  '?page[]=1',
  `?${'a=1&'.repeat(2_000)}`,
);
