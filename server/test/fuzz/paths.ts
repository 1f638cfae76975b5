import * as fc from 'fast-check';
import { damaged, fieldValue, type SchemaContext } from './from-schema.ts';
import { hostileText } from './hostile.ts';
import type { FuzzOperation } from './operations.ts';
import { Fields, type LookUp, toText, type Value } from './values.ts';

export interface FuzzPath {
  text: string;
  /** Whether the server may read it as another operation's, or as none. */
  isElsewhere: boolean;
}

/** Bytes that no URL holds as they are, and escapes that are none. */
const rawParts = [
  '%',
  '%z',
  '%zz',
  '%c0%af',
  '%ff',
  '%00',
  '%u0041',
  '%ED%A0%80',
  '..%2f..%2f',
  '%2e%2e',
  '.',
  '..',
  '',
  ';a=b',
  '@',
  ':',
  '/',
  '//',
  'a/b',
  '/../',
  '?',
  '#',
  '??a',
  ' ',
  '\t',
  '\u00e9',
  '\u0001',
  '|',
  '\\..\\',
  '{}',
  '*',
  '+',
  '%2F%2f%5c',
  'a'.repeat(1_024),
  'a'.repeat(1_025),
  'a'.repeat(9_000),
  '%61'.repeat(400),
  'a'.repeat(20_000),
];

interface PathPart {
  value: Value;
  spelling: 'encoded' | 'slashes' | 'twice' | 'raw';
}

function pathPart(name: string, valid: fc.Arbitrary<Value>): fc.Arbitrary<PathPart> {
  const isPath = name === 'filePath';
  const spelling = fc.constantFrom<PathPart['spelling']>('encoded', isPath ? 'slashes' : 'encoded');
  return fc.oneof(
    { weight: 40, arbitrary: fc.record({ value: valid, spelling }) },
    {
      weight: 3,
      arbitrary: fc.record({ value: hostileText, spelling: fc.constantFrom('encoded', 'twice') }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ value: fc.constantFrom(...rawParts), spelling: fc.constant('raw' as const) }),
    },
  );
}

/** A path and a query for this operation: most of them as the document asks for it. */
export function paths(
  operation: FuzzOperation,
  context: SchemaContext,
): fc.Arbitrary<(lookUp: LookUp) => FuzzPath> {
  const parts = fc.tuple(
    ...operation.pathFields.map(({ name, schema }) => pathPart(name, fieldValue(name, schema, context))),
  );
  return fc
    .record({
      parts,
      query: queries(operation, context),
      ending: fc.oneof(
        { weight: 40, arbitrary: fc.constant('/') },
        { weight: 4, arbitrary: fc.constant('') },
        { weight: 1, arbitrary: fc.constant('//') },
      ),
      isUpperCase: fc.oneof(
        { weight: 60, arbitrary: fc.constant(false) },
        { weight: 1, arbitrary: fc.constant(true) },
      ),
    })
    .map(({ query, ending, isUpperCase, ...given }) => (lookUp) => {
      const written = given.parts.map(({ value, spelling }) => spell(toText(value, lookUp), spelling));
      let next = 0;
      const path = operation.path.replaceAll(/\{\w+\}/g, () => written[next++] ?? '').replace(/\/$/, ending);
      const isOpenEnded = operation.path.endsWith('{filePath}');
      return {
        text: (isUpperCase ? path.toUpperCase() : path) + query(lookUp),
        isElsewhere:
          isUpperCase ||
          ending === '//' ||
          written.some((part) => part === '' || (isOpenEnded ? /[?#]/ : /[/?#;]/).test(part)),
      };
    });
}

function queries(
  { queryFields }: FuzzOperation,
  context: SchemaContext,
): fc.Arbitrary<(lookUp: LookUp) => string> {
  const fields = fc
    .tuple(
      ...queryFields.map(({ name, schema, isRequired }) => {
        const value = fieldValue(name, schema, context).map((item) => [name, item] as const);
        return isRequired ? value : fc.option(value, { nil: undefined, freq: 2 });
      }),
    )
    .map((entries) => new Fields(entries.filter((entry) => entry !== undefined)));
  const written = damaged(fields, 2).map(({ entries }) => (lookUp: LookUp) => {
    const pairs = entries.map(([name, value]) => `${encode(name)}=${encode(toText(value, lookUp))}`);
    return pairs.length > 0 ? `?${pairs.join('&')}` : '';
  });
  const raw = fc
    .constantFrom(
      '?',
      '?&&&',
      '?=',
      '?a',
      '?%',
      '?%zz=%c0',
      '?page=%00',
      '?page[]=1&page[x]=2',
      '?__proto__=1',
      '?a#b',
      `?${'a=1&'.repeat(2_000)}`,
      '?query=%ED%A0%80',
    )
    .map((text) => () => text);
  return fc.oneof({ weight: 12, arbitrary: written }, { weight: 1, arbitrary: raw });
}

function spell(text: string, spelling: PathPart['spelling']): string {
  switch (spelling) {
    case 'encoded':
      return encode(text);
    case 'twice':
      return encode(encode(text));
    case 'slashes':
      return encode(text).replaceAll('%2F', '/');
    case 'raw':
      return text;
  }
}

/** Like `encodeURIComponent`, which throws at half a pair: here that is spelt as the three bytes it would be. */
function encode(text: string): string {
  return Array.from(text, (character) =>
    /\p{Surrogate}/u.test(character)
      ? surrogateBytes(character.charCodeAt(0))
      : encodeURIComponent(character),
  ).join('');
}

function surrogateBytes(unit: number): string {
  const bytes = [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 0x3f), 0x80 | (unit & 0x3f)];
  return bytes.map((byte) => `%${byte.toString(16).toUpperCase()}`).join('');
}
