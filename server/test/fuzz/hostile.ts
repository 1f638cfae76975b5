/** What no well-meaning client sends. JSON values are written as text, so that none needs a serializer's consent. */
import * as fc from 'fast-check';

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

// prettier-ignore
const texts = [
  '', ' ', '\u0000', 'a\u0000b', '\uD800', '\uDE00\uD83D', '\u202E', '\uFEFF', '\u0001\u001F\u007F\u0085', '\u0130',
  '\uFDFA'.repeat(100), '\u0301'.repeat(200), '\u{10FFFF}', "'", '"', '\\', '%', '%_\\', '$1', '${7*7}', "' OR 1=1--",
  '<script>alert(1)</script>', '=1+1', '\r\nx: y', '../../../../etc/passwd', '..', '/', 'file:///etc/passwd', '%2e%2e%2f',
  '%00', 'null', 'undefined', 'NaN', '-0', '1e400', '0x10', 'ALL', '[object Object]', '__proto__', 'constructor', 'then',
  '0000-01-01', '9999-12-31', '2026-02-30', '+010000-01-01T00:00:00Z', '2026-12-31T23:59:60Z', '9999-12-31T23:59:59-14:00',
  '00000000-0000-0000-0000-000000000000', '"a b"@example.org', 'a@b', 'A@\u0130.org', '999.1.1.1', '::ffff:1.2.3.4', '[::1]:5',
];
const lengths = [31, 101, 129, 151, 255, 257, 301, 1_025, 8_200, 17_000];

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...texts) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.constantFrom(...lengths).map((length) => '\u{1F600}'.repeat(length / 2)) },
);

// prettier-ignore
const json = [
  'null', 'true', '-0', '1e400', '-1e400', '1e-400', '0.1', '0.30000000000000004', '2147483648', '1.0', '600.5', '30.0000001',
  '9007199254740993', '9223372036854775808', '1'.repeat(400), `0.${'1'.repeat(400)}`, '"\\u0000"', '"\\uDFFF\\uD800"',
  nested(200), `[${'0,'.repeat(5_000)}0]`, '{"__proto__":{"is_staff":true}}',
];

/** The text of one JSON value. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: hostileText.map((text) => JSON.stringify(text)) },
  { weight: 4, arbitrary: fc.constantFrom(...json) },
  { weight: 1, arbitrary: fc.json({ maxDepth: 2 }) },
);

// prettier-ignore
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'then', 'id', 'is_superuser', 'password_hash', '', 'a[b]', 'a.b'),
  hostileText,
);

const boundary = 'fuzz-boundary';
const formType = `multipart/form-data; boundary=${boundary}`;

/** A form of these fields and, where there is one, a file. */
export function formBody(
  fields: readonly (readonly [name: string, text: string])[],
  file: readonly [name: string, content: Uint8Array] | undefined,
): Body {
  const disposition = (name: string) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"`;
  const parts = fields.map(([name, text]) => Buffer.from(`${disposition(name)}\r\n\r\n${text}\r\n`));
  if (file) {
    const head = `${disposition(file[0])}; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    parts.push(Buffer.from(head), Buffer.from(file[1]), Buffer.from('\r\n'));
  }
  return [formType, Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])];
}

/** A content type and what is sent under it. */
export type Body = readonly [type: string, content: string | Uint8Array];

const form = (part: string): Body => [formType, `--${boundary}\r\n${part}\r\n--${boundary}--\r\n`];
const jsonType = 'application/json';

// prettier-ignore
const bodies: Body[] = [
  ...['', 'null', '[]', '0', '{', '{}}', '{"a":1,}', '\uFEFF{}', '{"a":01}', '{"a":"\t"}', '{}\u0000', nested(20_000),
    '{"a":'.repeat(5_000), `{"a":"${'x'.repeat(70_000)}"}`].map((text): Body => [jsonType, text]),
  ...['', ';', 'text/plain', 'application/xml', 'application/json; charset=utf-16le', `a/${'b'.repeat(5_000)}`,
    'multipart/form-data', 'multipart/form-data; boundary=', 'multipart/mixed; boundary=b'].map((type): Body => [type, '{}']),
  [formType, ''],
  [formType, `--${boundary}\r\n`],
  form('x: y\r\n\r\n'),
  form(`x-long: ${'x'.repeat(20_000)}\r\n\r\n`),
  form('content-disposition: form-data; name="__proto__"\r\n\r\nx'),
  form('content-disposition: form-data; name="a\\"b"; filename="../../x.png"\r\ncontent-type: text/html\r\n\r\nx'),
  form("content-disposition: form-data; name*=UTF-8''%00%ff\r\n\r\n"),
  form('content-disposition: form-data; name="username"\r\ncontent-transfer-encoding: base64\r\n\r\n*'),
];

/** Whole bodies that are not what they say. */
export const hostileBody: fc.Arbitrary<Body> = fc.oneof(
  fc.constantFrom(...bodies),
  fc.tuple(fc.constantFrom(jsonType, formType, 'text/plain'), fc.uint8Array({ maxLength: 200 })),
  hostileJson.map((text): Body => [jsonType, text]),
);

// prettier-ignore
const headers = {
  authorization: ['Bearer', 'Bearer x', 'Basic dXNlcjpwYXNz', 'Bearer eyJhbGciOiJub25lIn0.e30.', `Bearer ${'a'.repeat(8_000)}`],
  cookie: ['access_token=x', 'csrftoken=a; csrftoken=b', 'refresh_token=%E0%A4%A', '=;=;', '__proto__=x', 'a=\u00ff'],
  accept: ['text/html', ',', 'a/b;q=x'],
  'accept-encoding': ['br', 'gzip', 'identity;q=0', '*;q=0', 'gzip;q=NaN'],
  'content-encoding': ['gzip', 'identity', 'x'],
  expect: ['200-ok'],
  'if-none-match': ['*', 'W/"x"'],
  origin: ['null', 'https://evil.example', 'http://localhost:3000', 'x'],
  range: ['bytes=0-0', 'bytes=9-1', 'x'],
  'user-agent': ['', '\u00e9\u00ff', 'a'.repeat(5_000), '<script>', '%00'],
  'x-csrftoken': ['x', '', 'a.b'],
  'x-device-token': ['x', 'a.b', ''],
  'x-forwarded-for': ['203.0.113.9', ',,,', '1.2.3.4:80', '2001:db8::1%eth0', '999.9.9.9', "'; --", 'unknown'],
  'x-forwarded-proto': ['https', 'javascript'],
  'x-http-method-override': ['DELETE'],
  'x-long': ['x'.repeat(17_000)],
  'x-request-id': ['../../x', '1\u00ff'],
};

export const hostileHeaders: fc.Arbitrary<Record<string, string>> = fc
  .subarray(Object.entries(headers), { minLength: 1, maxLength: 3 })
  .chain((some) =>
    fc.record(Object.fromEntries(some.map(([name, values]) => [name, fc.constantFrom(...values)]))),
  );

/** In place of a parameter of a path: escapes that are none, dots, slashes. */
// prettier-ignore
export const hostilePathPart: fc.Arbitrary<string> = fc.constantFrom(
  '%', '%zz', '%c0%af', '%ff', '%00', '%ED%A0%80', '..%2f..%2f', '..', '', ';a=b', ':', '//', 'a/b', '?', '#', '|',
  '\u00e9', '*', '%2F%2f%5c', 'a'.repeat(1_025), '%61'.repeat(400), 'a'.repeat(20_000),
);

// prettier-ignore
export const hostileQuery: fc.Arbitrary<string> = fc.constantFrom(
  '?', '?&&&', '?=', '?%', '?%zz=%c0', '?page=%00', '?page[]=1&page[x]=2', '?__proto__=1', `?${'a=1&'.repeat(2_000)}`,
);
