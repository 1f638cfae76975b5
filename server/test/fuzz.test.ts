import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { fuzz } from './fuzz/run.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000000', TRUST_PROXY: '127.0.0.1/32' });
const port = () => (test.app.server.address() as AddressInfo).port;

/** A small number of requests in each run. `bench/faults/fuzz.ts` sends many more. */
const count = 400;

it('every response to any request matches the OpenAPI document', async () => {
  const { keys, database } = test.dependencies;
  const target = { url: `http://127.0.0.1:${port()}`, database, keys };
  const { faults, sent } = await fuzz(target, { count, seed: 7 });
  expect(faults).toEqual([]);
  expect(sent).toBe(count);
});

it('malformed HTTP gets a 4xx or a valid response, never a failure of the server', async () => {
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
