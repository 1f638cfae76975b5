import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, it } from 'vitest';
import { buildApp } from '#app.ts';
import { useTestApp } from '#test/app.ts';
import { listen, listenOn } from './listening.ts';

const test = useTestApp();

const loopbacks = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address));
const other = loopbacks.includes('::1') ? '::1' : '127.0.0.2';
/** Of no machine (RFC 5737). */
const absent = '192.0.2.1';
const addresses = ['127.0.0.1', other];

async function answerTo(bytes: string, host: string, port: number): Promise<string> {
  const socket = connect({ host, port });
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk) => (answer += String(chunk)));
  socket.end(bytes);
  await once(socket, 'close');
  return answer;
}

it('answers at every address alike, malformed requests too, until it is closed', async () => {
  const app = await buildApp(test.config, test.dependencies);
  await listenOn(app, '127.0.0.1', [other, absent], 0);
  const { port } = app.server.address() as AddressInfo;
  try {
    for (const address of addresses) {
      const sound = await answerTo(
        'GET /api/healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n',
        address,
        port,
      );
      expect([address, sound]).toEqual([address, expect.stringContaining('200 OK')]);

      const malformed = await answerTo('BROKEN\r\n\r\n', address, port);
      expect([address, JSON.parse(malformed.split('\r\n\r\n')[1] ?? '')]).toEqual([
        address,
        {
          msg: 'The request is malformed.',
          code: 'validation_failed',
          request_id: /x-request-id: (\S+)/.exec(malformed)?.[1],
        },
      ]);

      const unknown = await answerTo(
        'GET /api/healthz HTTP/1.1\r\nhost: x\r\nexpect: foo\r\nconnection: close\r\n\r\n',
        address,
        port,
      );
      expect([address, unknown]).toEqual([address, expect.stringContaining('"code":"validation_failed"')]);
    }
  } finally {
    await app.close();
  }
  for (const address of addresses) {
    await expect(answerTo('', address, port)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  }
});

it('listens on localhost by its addresses, and on any other host as it is', async () => {
  for (const host of ['localhost', '127.0.0.1']) {
    const app = await buildApp(test.config, test.dependencies);
    await listen(app, host, 0);
    try {
      const { port } = app.server.address() as AddressInfo;
      expect(await answerTo('BROKEN\r\n\r\n', host, port)).toContain('"code":"validation_failed"');
    } finally {
      await app.close();
    }
  }
});
