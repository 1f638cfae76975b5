/** What no well-meaning client sends. */
import * as fc from 'fast-check';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

// prettier-ignore
const texts = [
  '', ' ', '\u0000', 'a\u0000b', '\uD800', '\uDE00\uD83D', '\u202E', '\uFEFF', '\u0001\u001F\u007F\u0085', '\u0130',
  '\uFDFA'.repeat(100), '\u0301'.repeat(200), '\u{10FFFF}', "'", '"', '\\', '%', '%_\\', '$1', '${7*7}', "' OR 1=1--",
  '<script>alert(1)</script>', '=1+1', '\r\nx: y', '../../../../etc/passwd', 'file:///etc/passwd', '%2e%2e%2f', '%00',
  'null', 'NaN', '-0', '1e400', '0x10', '[object Object]', '__proto__', 'constructor', 'then', '0000-01-01', '2026-02-30',
  '+010000-01-01T00:00:00Z', '2026-12-31T23:59:60Z', '9999-12-31T23:59:59-14:00', '00000000-0000-0000-0000-000000000000',
  '"a b"@example.org', 'a@b', 'A@\u0130.org', '999.1.1.1', '::ffff:1.2.3.4',
  ...[31, 101, 129, 151, 255, 257, 301, 1_025, 8_200, 17_000].map((length) => '\u{1F600}'.repeat(length / 2)),
];
export const hostileText = fc.oneof(fc.constantFrom(...texts), fc.string({ unit: 'binary' }));

/** JSON that no value is written as: `writtenJson` takes off the marks. */
// prettier-ignore
const literals = [
  '-0', '1e400', '-1e400', '1e-400', '0.30000000000000004', '1.0', '9007199254740993', '9223372036854775808',
  '1'.repeat(400), `0.${'1'.repeat(400)}`, nested(200), '{"__proto__":{"is_staff":true}}', '{"a":1,"a":2}',
].map((text) => `@@${Buffer.from(text).toString('base64')}@@`);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(...literals, null, true, 0.1, 2 ** 31, 600.5, Array(5_000).fill(0)),
  fc.jsonValue({ maxDepth: 2 }),
);

export const writtenJson = (value: unknown) =>
  JSON.stringify(value).replaceAll(/"@@(.+?)@@"/g, (_, text: string) =>
    Buffer.from(text, 'base64').toString(),
  );

/** A content type and what is sent under it. */
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

/** Whole bodies that are not what they say. */
// prettier-ignore
export const hostileBody: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom<Body>(
    ...['', 'null', '[]', '{', '{}}', '{"a":1,}', '\uFEFF{}', '{"a":01}', '{"a":"\t"}', '{}\u0000', nested(20_000),
      '{"a":'.repeat(5_000), `{"a":"${'x'.repeat(70_000)}"}`].map((text): Body => [jsonType, text]),
    ...['', ';', 'text/plain', 'application/json; charset=utf-16le', `a/${'b'.repeat(5_000)}`, 'multipart/form-data',
      'multipart/form-data; boundary=', 'multipart/mixed; boundary=b', formType].map((type): Body => [type, '{}']),
    [formType, `--${boundary}\r\n`],
    ...['x: y', `x-long: ${'x'.repeat(20_000)}`, 'content-disposition: form-data; name="__proto__"',
      'content-disposition: form-data; name="a\\"b"; filename="../../x.png"\r\ncontent-type: text/html',
      "content-disposition: form-data; name*=UTF-8''%00%ff"].map((head) => formOf([[head, 'x']])),
  ),
  fc.tuple(fc.constantFrom(jsonType, formType, 'text/plain'), fc.uint8Array({ maxLength: 200 })),
);

// prettier-ignore
const headers = {
  authorization: ['Bearer', 'Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Bearer ${'a'.repeat(8_000)}`],
  cookie: ['access_token=x', 'csrftoken=a; csrftoken=b', 'refresh_token=%E0%A4%A', '=;=;', '__proto__=x', 'a=\u00ff'],
  accept: ['text/html', ',', 'a/b;q=x'],
  'accept-encoding': ['br', 'gzip', 'identity;q=0', '*;q=0', 'gzip;q=NaN'],
  'content-encoding': ['gzip', 'identity', 'x'],
  expect: ['200-ok'],
  'if-none-match': ['*', 'W/"x"'],
  origin: ['null', 'https://evil.example', 'x'],
  range: ['bytes=0-0', 'bytes=9-1', 'x'],
  'user-agent': ['', '\u00e9\u00ff', 'a'.repeat(5_000), '<script>', '%00'],
  'x-csrftoken': ['x', '', 'a.b'],
  'x-device-token': ['x', 'a.b', ''],
  'x-forwarded-for': ['203.0.113.9', ',,,', '1.2.3.4:80', '2001:db8::1%eth0', '999.9.9.9', "'; --", 'unknown'],
  'x-http-method-override': ['DELETE'],
  'x-long': ['x'.repeat(17_000)],
  'x-request-id': ['../../x', '1\u00ff'],
};
export const hostileHeaders = fc.record(
  Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, fc.constantFrom(...values)])),
  { requiredKeys: [] },
);

/** In place of a parameter of a path: escapes that are none, dots, slashes. */
// prettier-ignore
export const hostilePathPart = fc.constantFrom(
  '%', '%zz', '%c0%af', '%ff', '%00', '%ED%A0%80', '..%2f..%2f', '..', '', ';a=b', ':', '//', 'a/b', '?', '#', '|',
  '\u00e9', '*', '%2F%2f%5c', 'a'.repeat(1_025), 'a'.repeat(20_000),
);
// prettier-ignore
export const hostileQuery = fc.constantFrom(
  '?', '?&&&', '?=', '?%', '?%zz=%c0', '?page=%00', '?page[]=1&page[x]=2', `?${'a=1&'.repeat(2_000)}`,
);
