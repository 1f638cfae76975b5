/** What no well-meaning client sends. */
import * as fc from 'fast-check';
import { Fields, RawJson, type Value } from './values.ts';

const nestedTo = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

const knownTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'x\uDFFF',
  '\uDE00\uD83D',
  '\u202E',
  '\uFEFF',
  '\u0001\u001F\u007F\u0085',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '%_\\',
  '`',
  '$1',
  '${7*7}',
  "' OR 1=1--",
  '<script>alert(1)</script>',
  '=1+1',
  '\r\nx: y',
  '../../../../etc/passwd',
  '..',
  '.',
  '/',
  '//',
  '~',
  'C:\\',
  'file:///etc/passwd',
  '%2e%2e%2f',
  '%00',
  '%',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  'true',
  'False',
  'ALL',
  '[object Object]',
  '{}',
  '[]',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  '$ref',
  '$where',
  '0000-00-00',
  '0000-01-01',
  '0001-01-01',
  '9999-12-31',
  '2026-02-30',
  '+010000-01-01T00:00:00Z',
  '2026-12-31T23:59:60Z',
  '9999-12-31T23:59:59-14:00',
  '0001-01-01T00:00:00+14:00',
  '2026-01-31T00:00',
  '2026-01-31t00:00:00z',
  '-271821-04-20',
  '\u0130\u0130\u0130',
  '\u00DF',
  '\uFB03',
  '\uFDFA'.repeat(100),
  '\u0301'.repeat(200),
  '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}',
  '\u{10FFFF}',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '{01930a4e-7c00-7000-8000-000000000001}',
  '"a b"@example.org',
  'a@b',
  `${'a'.repeat(250)}@x.org`,
  'A@\u0130.org',
  'a@xn--.org',
  '@',
  'a@@b.org',
  '127.0.0.1',
  '::1',
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
  '999.1.1.1',
  '1.2.3.4:5',
  '[::1]:5',
  'unknown',
];

const lengths = [31, 101, 129, 151, 255, 257, 301, 1_025, 8_200, 17_000];

/** Any code units, halves of pairs among them. */
const codeUnits = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 20 })
  .map((units) => String.fromCharCode(...units));

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  // What the database or JSON cannot hold is refused by every field for itself.
  { weight: 5, arbitrary: fc.constantFrom('\u0000', 'a\u0000b', '\uD800', 'x\uDFFF', '\uDE00\uD83D') },
  { weight: 8, arbitrary: fc.constantFrom(...knownTexts) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 2, arbitrary: codeUnits },
  { weight: 1, arbitrary: fc.string() },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        fc.constantFrom('a', '\u00e9', '\u{1F600}', '0', '\uD800', '\u0000'),
        fc.constantFrom(...lengths),
      )
      .map(([unit, length]) => unit.repeat(length)),
  },
);

const hostileNumber: fc.Arbitrary<RawJson> = fc
  .constantFrom(
    '0',
    '-0',
    '-0.0',
    '-1',
    '1e400',
    '-1e400',
    '1e-400',
    '1E5',
    '1e21',
    '5e-324',
    '0.1',
    '0.30000000000000004',
    '2147483648',
    '-2147483649',
    '9007199254740993',
    '9223372036854775808',
    '1'.repeat(400),
    `0.${'1'.repeat(400)}`,
    '1.0',
    '1.000000000000000000000001',
    '999999999999.999',
    '1000000000000.01',
    '600.5',
    '30.0000001',
  )
  .map((text) => new RawJson(text));

/** Names that mean something to JavaScript, to a database or to a parser of forms. */
export const hostileName: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'valueOf',
    'then',
    'id',
    'is_superuser',
  ),
  fc.constantFrom(
    '',
    'password_hash',
    'user_image',
    'a[b]',
    'a.b',
    'a[]',
    '0',
    'length',
    '\u0000',
    '\uD800',
    'details',
  ),
  hostileText,
);

const leaf: fc.Arbitrary<Value> = fc.oneof(
  { weight: 4, arbitrary: hostileText },
  { weight: 3, arbitrary: hostileNumber },
  { weight: 2, arbitrary: fc.constantFrom<Value>(null, true, false, 0, 1, -1, 1.5) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(
        '"\\ud800"',
        '"\\u0000"',
        '"\\uDFFF\\uD800"',
        nestedTo(200),
        '{"a":'.repeat(100) + '1' + '}'.repeat(100),
      )
      .map((text) => new RawJson(text)),
  },
);

export const hostileValue: fc.Arbitrary<Value> = fc.oneof(
  { weight: 6, arbitrary: leaf },
  { weight: 1, arbitrary: fc.array(leaf, { maxLength: 4 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.tuple(hostileName, leaf), { maxLength: 3 }).map((entries) => new Fields(entries)),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1_000, 1_001, 5_000).map((length) => Array<Value>(length).fill(0)),
  },
);

/** Whole bodies that are no JSON, or JSON that is no object. */
export const hostileJson: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    'null',
    '[]',
    '[{}]',
    '0',
    '""',
    'true',
    '{',
    '{}}',
    '{"a"}',
    "{'a':1}",
    '{"a":1,}',
    '{a:1}',
    '\uFEFF{}',
    '{"a":NaN}',
    '{"a":Infinity}',
    '{"a":01}',
    '{"a":+1}',
    '{"a":.5}',
    '{"a":1.}',
    '{"a":0x1}',
    '{"a":"\t"}',
    '{"a":"\\x"}',
    '{"__proto__":{"is_staff":true}}',
    '{"\\u005f_proto__":null}',
    '{"constructor":{"prototype":{}}}',
    '// {}',
    '{}\u0000',
    nestedTo(20_000),
    `{"a":${nestedTo(10_000)}}`,
    '{"a":'.repeat(5_000),
    `{"a":"${'x'.repeat(70_000)}"}`,
    '\uD800',
  ),
  fc.json(),
);
