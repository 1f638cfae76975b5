/** Headers that clients, proxies and attackers send beside what an operation asks for. */
import * as fc from 'fast-check';
import { hostileText } from './hostile.ts';

const oneOf = (...values: string[]) => fc.constantFrom(...values);
/** A header's value holds no line end: whoever could send one would send another header. */
const anyValue = hostileText.map((text) => text.replaceAll(/[\r\n]/g, ' '));
const header = (name: string, ...values: string[]) =>
  fc
    .oneof({ weight: 4, arbitrary: oneOf(...values) }, { weight: 1, arbitrary: anyValue })
    .map((value) => `${name}: ${value}`);

const noneAlgorithm = 'eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.eyJzdWIiOiIxIn0.';

export const badAuthorization: fc.Arbitrary<string> = fc.oneof(
  header(
    'authorization',
    'Bearer',
    'Bearer ',
    'Bearer x',
    'bearer a.b.c',
    'Basic dXNlcjpwYXNz',
    '',
    'Bearer x y',
    'Digest a="b"',
  ),
  oneOf(
    `authorization: Bearer ${noneAlgorithm}`,
    `authorization: Bearer ${'a'.repeat(8_000)}`,
    'authorization: Bearer \u00ff.\u00ff.\u00ff',
  ),
);

export const badCookies: fc.Arbitrary<string> = header(
  'cookie',
  'access_token=x',
  'access_token=',
  'access_token="x"; csrftoken=y',
  'csrftoken=a; csrftoken=b',
  'refresh_token=%E0%A4%A',
  'access_token=%00',
  '=;=;',
  ';;;',
  '__proto__=x; constructor=y',
  'access_token',
  `refresh_token=${'x'.repeat(4_000)}`,
  'a=\u00ff',
);

const oddHeader = fc.oneof(
  header('accept', '*/*', 'text/html', 'application/xml;q=0.9', 'image/*', ',', 'a/b;q=x', '*/*;q=0'),
  header(
    'accept-encoding',
    'gzip',
    'br',
    'deflate',
    'zstd',
    'identity;q=0',
    '*;q=0',
    'gzip;q=NaN',
    'gzip, br, *',
    'x',
  ),
  header('accept-language', 'en', '*', 'x-y-z;q=2'),
  header(
    'origin',
    'null',
    'https://evil.example',
    'http://localhost:3000',
    'http://127.0.0.1',
    'file://',
    'x',
  ),
  header(
    'x-forwarded-for',
    '203.0.113.9',
    '203.0.113.9, 198.51.100.7',
    '::ffff:203.0.113.9',
    'unknown',
    ',,,',
    '1.2.3.4:80',
    '[2001:db8::1]:443',
  ),
  header(
    'x-forwarded-for',
    '2001:db8::1%eth0',
    '999.999.999.999',
    '127.1',
    '0x7f.1',
    "'; --",
    '<script>',
    'fe80::',
    '1.2.3.4, garbage',
  ),
  header('x-forwarded-proto', 'https', 'javascript', ','),
  header('x-forwarded-host', 'evil.example', ''),
  header('forwarded', 'for=203.0.113.9', 'for="[::1]"'),
  header('x-csrftoken', 'x', '', 'a.b'),
  header('x-device-token', 'x', 'a.b', 'ZGV2aWNl.c2ln', ''),
  header('x-request-id', 'x', '../../x', '1\u00ff'),
  header('content-encoding', 'gzip', 'br', 'identity', 'x', ''),
  header('expect', '100-continue', '200-ok', ''),
  header('range', 'bytes=0-0', 'bytes=-1', 'bytes=9-1', 'x'),
  header('if-none-match', '*', 'W/"x"', '"'),
  header('if-modified-since', 'Thu, 01 Jan 1970 00:00:00 GMT', 'x'),
  header('upgrade', 'websocket', 'h2c', 'x'),
  header('connection', 'keep-alive', 'upgrade', 'close, te', 'x'),
  header('te', 'trailers', 'x'),
  header('user-agent', 'x', '', '\u00e9\u00ff', 'a'.repeat(5_000), '<script>', '%00'),
  header('x-http-method-override', 'DELETE', 'x'),
  header('accept-version', '1.x', 'x'),
  header('referer', 'https://evil.example/', 'x'),
  header('sec-fetch-site', 'cross-site', 'x'),
);

/** Lines that are no header, or one too many. */
const brokenLine = oneOf(
  'no colon',
  ': no name',
  'na me: x',
  'x\u0000: y',
  'x: a\u0000b',
  'x:\u0001',
  ' folded: x',
  'host: other',
  'content-length: 0',
  'content-length: -1',
  'content-length: 1e3',
  'content-length: 99999999999999999999',
  'transfer-encoding: gzip, chunked',
  'transfer-encoding: identity',
  'transfer-encoding: chunked',
  '__proto__: x',
  'constructor: y',
  `x-long: ${'x'.repeat(17_000)}`,
);

export const oddHeaders: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 14, arbitrary: fc.constant<string[]>([]) },
  { weight: 5, arbitrary: fc.array(oddHeader, { minLength: 1, maxLength: 4 }) },
  { weight: 1, arbitrary: brokenLine.map((line) => [line]) },
);
