import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import type { DocumentedOperation, OpenApiDocument } from '#test/openapi.ts';
import { judge } from './fuzz/judge.ts';
import { fuzz } from './fuzz/run.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000000', TRUST_PROXY: '127.0.0.1/32' });
const port = () => (test.app.server.address() as AddressInfo).port;

/** A short look in each run: `bench/faults/fuzz.ts` takes its time. */
const count = 400;

it('whatever is sent to any operation, the response is as the OpenAPI document says', async () => {
  const { keys, database } = test.dependencies;
  const target = { url: `http://127.0.0.1:${port()}`, database, keys };
  const { faults, sent } = await fuzz(target, { count, seed: 7 });
  expect(faults).toEqual([]);
  expect(sent).toBe(count);
});

it('bytes that are hardly HTTP get a refusal or an answer, never a failure of the server', async () => {
  const whole =
    'POST /api/user/login/ HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nconnection: close\r\n' +
    'content-length: 2\r\n\r\n{}';
  // prettier-ignore
  const junk = fc.constantFrom(
    '\u0000', '\r\n', '\n', ' folded: x\r\n', 'host: y\r\n', ': x\r\n', '\u00ff', ' ', 'zz\r\n', 'expect: x\r\n',
    'content-length: 0\r\n', 'content-length: -1\r\n', 'transfer-encoding: chunked\r\n', `x: ${'x'.repeat(17_000)}\r\n`,
  );
  const broken = fc
    .tuple(fc.nat({ max: whole.length }), junk, fc.boolean())
    .map(([at, bytes, isCut]) => whole.slice(0, at) + bytes + (isCut ? '' : whole.slice(at)));
  await fc.assert(
    fc.asyncProperty(broken, async (bytes) => {
      const socket = connect(port(), '127.0.0.1').setTimeout(20_000, () =>
        socket.destroy(new Error('Silence.')),
      );
      socket.end(bytes, 'latin1');
      expect(await text(socket)).toMatch(/^(HTTP\/1\.1 [1-4]\d\d |$)/);
    }),
    { seed: 7, numRuns: 100 },
  );
});

const id = '5f0c1d9e-3a64-4c1b-9f0e-8d2b7a416c35';
const failure = (change: object = {}) =>
  JSON.stringify({ msg: 'No.', code: 'validation_failed', request_id: id, ...change });

const json = (schema: object, examples = {}) => ({
  description: '',
  content: { 'application/json': { schema, examples } },
});

it.each<[string | undefined, number, string]>([
  [undefined, 200, '{"ok":true}'],
  [undefined, 400, failure()],
  ['status 500', 500, failure({ code: 'internal_error' })],
  ['undeclared status 409', 409, failure({ code: 'conflict' })],
  ['undeclared code invalid_link of 400', 400, failure({ code: 'invalid_link' })],
  ['200 outside its schema', 200, '{"ok":true,"password":"x"}'],
  ['a body where 204 has none', 204, 'x'],
  ['a failure (400) of another shape', 400, failure({ stack: 'x' })],
  ['code not_found with status 400', 400, failure({ code: 'not_found' })],
  ['two request ids', 400, failure({ request_id: 'x' })],
  ['shows a stack trace', 400, failure({ msg: 'Error: x\n    at f (g:1:1)' })],
  ['shows SQL', 200, '{"ok":"SELECT id FROM users WHERE id = $1"}'],
  ['shows a secret', 200, '{"ok":"s3cret"}'],
])('the fuzzer finds %s', (fault, status, body) => {
  const operation = {
    responses: {
      200: json({ type: 'object', properties: { ok: { type: 'boolean' } }, additionalProperties: false }),
      204: { description: '' },
      400: json({ type: 'object' }, { validation_failed: {} }),
    },
  } as unknown as DocumentedOperation;
  const document = { components: { schemas: {} } } as OpenApiDocument;
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': id };
  const found = judge(
    document,
    { operation, method: 'GET', isElsewhere: false },
    { status, headers, body: Buffer.from(body) },
    ['s3cret'],
  );
  expect(found?.split(':')[0]).toBe(fault);
});
