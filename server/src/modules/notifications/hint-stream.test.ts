import { once } from 'node:events';
import { createServer, get, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type HintStream, openHintStream } from './hint-stream.ts';

const owner = { userId: 'user', sessionId: 'session' };
const server = createServer();
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

interface Connection {
  stream: HintStream;
  response: ServerResponse;
  received: () => string;
  closed: Promise<void>;
}

async function connect(): Promise<Connection> {
  const requestEvent = once(server, 'request');
  const client = get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' });
  let received = '';
  client.on('error', () => {});
  client.on('response', (message) => message.on('data', (data: Buffer) => (received += data.toString())));
  const closed = new Promise<void>((resolve) => void client.on('close', resolve));
  const [, response] = (await requestEvent) as [unknown, ServerResponse];
  return { stream: openHintStream(response, owner), response, received: () => received, closed };
}

it('buffers one message at most for a client that does not read, and then disconnects it', async () => {
  const { stream, response, closed } = await connect();
  // The socket sends nothing from here on, as if the client's receive window were full.
  response.socket?.cork();
  for (let unread = 0; unread < 10_000; unread++) stream.send({ unread, latest_id: null });
  expect(response.writableLength).toBeLessThan(1_000);
  expect(stream.keepAlive()).toBe(false);
  stream.cutOff();
  await closed;
  expect(response.destroyed).toBe(true);
});

it('sends the latest of the hints that arrived meanwhile, and no hint twice', async () => {
  const { stream, received, closed } = await connect();
  for (const unread of [1, 1, 2, 3, 3]) stream.send({ unread, latest_id: null });
  await expect.poll(() => received().match(/"unread":\d/g)).toEqual(['"unread":1', '"unread":3']);
  expect(stream.keepAlive()).toBe(true);
  stream.end();
  stream.send({ unread: 4, latest_id: null });
  expect(stream.keepAlive()).toBe(false);
  await closed;
  expect(received()).toMatch(/^event: unread\ndata: \{"unread":1,"latest_id":null\}\n\n/);
});
