import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addPasskey, getPasskeyOptions, listSecondFactors } from 'contract/second-factors/second-factors.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { attestationFormats } from '#test/attestation-statement.ts';
import { createPasskey } from '#test/authenticator.ts';
import { callApi } from '#test/call.ts';
import { createCaller } from '#test/factories.ts';
import { post } from '#test/second-factors.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

let requests: (string | undefined)[] = [];
const listener = createServer(({ url }, response) => {
  requests.push(url);
  response.end();
});
beforeAll(async () => {
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
});
afterAll(() => listener.close());

it.each(attestationFormats)(
  'an attestation in the format %s is refused, and the server requests no URL of its certificates',
  async (format) => {
    requests = [];
    const { access } = await createCaller(test);
    const { body: creation } = await post(test, getPasskeyOptions.url, access).expect(200);
    const { port } = listener.address() as AddressInfo;
    const credential = await createPasskey(new URL(test.config.publicUrl).origin).attestWithStatement({
      ...creation.options,
      format,
      revocationListUrl: `http://127.0.0.1:${port}/${format}`,
    });
    const { body } = await post(test, addPasskey.url, access).send({
      token: creation.token,
      name: 'Key ring',
      credential,
    });
    expect([requests, body.code]).toEqual([[], 'invalid_code']);
    const { body: factors } = await callApi(test, listSecondFactors, { access }).expect(200);
    expect(factors.data).toEqual([]);
  },
);
