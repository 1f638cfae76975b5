import { imageLimits } from 'contract/limits.ts';
import * as fc from 'fast-check';
import { damaged, objectFrom, type SchemaContext } from './from-schema.ts';
import { hostileJson, hostileName, hostileText } from './hostile.ts';
import type { FuzzOperation } from './operations.ts';
import { Fields, type LookUp, toJson, toText } from './values.ts';

export interface FuzzBody {
  contentType: string | undefined;
  encode: (lookUp: LookUp) => Buffer;
}

/** A pixel. */
const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const tinyGif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>');

const jsonType = fc.oneof(
  { weight: 40, arbitrary: fc.constant('application/json') },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      'application/json; charset=utf-8',
      'application/json;charset="UTF-8"',
      'APPLICATION/JSON',
      'application/json;',
      'application/json; charset=utf-16le',
      'application/json; charset=',
      'application/json; charset=\u00ff',
      'application/json, a/b',
    ),
  },
);

const otherType = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'application/problem+json',
  'text/json',
  '',
  ';',
  '/',
  'json',
  'application/',
  'a/b; c="',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'multipart/mixed; boundary=b',
  `a/${'b'.repeat(5_000)}`,
);

const anyBytes = fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes));

/** A byte that is no UTF-8, or a NUL, somewhere in the text; the text cut short there; or neither. */
const flaw = fc.oneof(
  { weight: 24, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat(), byte: fc.constantFrom(0xff, 0xc0, 0xed, 0x00) }) },
  { weight: 1, arbitrary: fc.record({ at: fc.nat() }) },
);
type Flaw = typeof flaw extends fc.Arbitrary<infer Kind> ? Kind : never;

function flawed(bytes: Buffer, given: Flaw): Buffer {
  if (!given) return bytes;
  const at = given.at % (bytes.length + 1);
  const rest = 'byte' in given ? [Buffer.from([given.byte]), bytes.subarray(at)] : [];
  return Buffer.concat([bytes.subarray(0, at), ...rest]);
}

const fileBytes = fc.oneof(
  { weight: 30, arbitrary: fc.constantFrom<Buffer>(tinyPng, tinyGif) },
  { weight: 8, arbitrary: fc.constantFrom<Buffer>(svg, tinyPng.subarray(0, 40), Buffer.alloc(0)) },
  { weight: 8, arbitrary: anyBytes },
  { weight: 1, arbitrary: fc.constant(Buffer.alloc(imageLimits.maxBytes + 1)) },
);

interface Part {
  head: string;
  content: Buffer;
}

const oddPart: fc.Arbitrary<Part> = fc
  .tuple(
    fc.constantFrom(
      'content-disposition: form-data',
      'content-disposition: form-data; name=""',
      'content-disposition: attachment; name="username"',
      'content-disposition: form-data; name="username"; name="email"',
      'x: y',
      '',
      'content-disposition',
      ': ',
      "content-disposition: form-data; name*=UTF-8''%00%ff; filename*=utf-8''..%2f..%2fx",
      'content-disposition: form-data; name="a\\"b"',
      'content-disposition: form-data; name="username"\r\ncontent-transfer-encoding: base64',
      `x-long: ${'x'.repeat(20_000)}`,
      'content-disposition: form-data; name="username"\r\ncontent-type: text/plain; charset=utf-16le',
      'content-disposition: form-data; name="user_image"; filename="../../x.png"\r\ncontent-type: text/html',
      'content-disposition: form-data; name="__proto__"',
      'content-disposition: form-data; name="a"; filename="b"',
    ),
    anyBytes,
  )
  .map(([head, content]) => ({ head, content }));

const oddParts = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  { weight: 1, arbitrary: fc.array(oddPart, { maxLength: 3 }) },
);

const boundary = 'fuzz-boundary';
const formType = fc.oneof(
  { weight: 12, arbitrary: fc.constant(`multipart/form-data; boundary=${boundary}`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      'multipart/form-data; boundary="other"',
      'multipart/form-data',
      `multipart/form-data; boundary=${'b'.repeat(300)}`,
      `Multipart/Form-Data; Boundary="${boundary}"; charset=utf-16`,
      `multipart/form-data; boundary=${boundary}; boundary=b`,
    ),
  },
);

/** For the field that may be a file or, seldom, for one that may not. */
function files(fileField: string | undefined): fc.Arbitrary<[string, Buffer] | undefined> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: fileField === undefined ? 0 : 6, arbitrary: fc.tuple(fc.constant(fileField ?? ''), fileBytes) },
    { weight: 1, arbitrary: fc.tuple(hostileName, fileBytes) },
  );
}

function forms(fields: fc.Arbitrary<Fields>, fileField: string | undefined): fc.Arbitrary<FuzzBody> {
  return fc
    .record({
      fields,
      file: files(fileField),
      oddParts,
      contentType: formType,
      flaw,
      ending: fc.oneof(
        { weight: 12, arbitrary: fc.constant('--\r\n') },
        { weight: 1, arbitrary: fc.constantFrom('', '\r\n') },
      ),
    })
    .map(({ contentType, ...form }) => ({
      contentType,
      encode: (lookUp) => {
        const parts: Part[] = form.fields.entries.map(([name, value]) => ({
          head: `content-disposition: form-data; name="${name}"`,
          content: Buffer.from(toText(value, lookUp)),
        }));
        if (form.file) {
          const [name, content] = form.file;
          parts.push({
            head: `content-disposition: form-data; name="${name}"; filename="a.png"\r\ncontent-type: image/png`,
            content,
          });
        }
        const written = [...parts, ...form.oddParts].flatMap(({ head, content }) => [
          Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`),
          content,
          Buffer.from('\r\n'),
        ]);
        return flawed(Buffer.concat([...written, Buffer.from(`--${boundary}${form.ending}`)]), form.flaw);
      },
    }));
}

const noBody = fc.constant<FuzzBody | undefined>(undefined);

/** A body for this operation, or for none: half of them as the document asks for it. */
export function bodies(
  { method, body, takesForms, fileField }: FuzzOperation,
  context: SchemaContext,
): fc.Arbitrary<FuzzBody | undefined> {
  const fields = body ? objectFrom(body, context) : fc.constant(new Fields([]));
  const json = fc
    .record({ fields: damaged(fields), contentType: jsonType, flaw })
    .map(({ contentType, ...given }): FuzzBody => ({
      contentType,
      encode: (lookUp) => flawed(Buffer.from(toJson(given.fields, lookUp)), given.flaw),
    }));
  const brokenJson = fc
    .record({ text: hostileJson, contentType: jsonType })
    .map(({ text, contentType }): FuzzBody => ({ contentType, encode: () => Buffer.from(text) }));
  const other = fc
    .record({
      bytes: fc.oneof(
        anyBytes,
        hostileText.map((text) => Buffer.from(text)),
      ),
      contentType: otherType,
    })
    .map(({ bytes, contentType }): FuzzBody => ({ contentType, encode: () => bytes }));
  const isBare = method === 'GET' || !body;
  return fc.oneof(
    { weight: isBare ? 24 : 2, arbitrary: noBody },
    { weight: isBare ? 2 : 30, arbitrary: json },
    { weight: 2, arbitrary: brokenJson },
    { weight: takesForms ? 24 : 1, arbitrary: forms(damaged(fields), fileField) },
    { weight: 2, arbitrary: other },
  );
}
