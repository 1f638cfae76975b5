import { once } from 'node:events';
import { connect, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { pendingRequestsMax } from './pipelining.ts';

const test = useTestApp();

const connectToApp = () => connect((test.app.server.address() as AddressInfo).port, '127.0.0.1');

const get = (path: string, connection: string) =>
  `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: ${connection}\r\n\r\n`;

it('answers requests in their order that a client sends without waiting', async () => {
  const socket = connectToApp();
  socket.write(get('/api/docs/static/index.css', 'keep-alive') + get('/api/healthz', 'close'));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*text\/css.*HTTP\/1.1 200 .*application\/json/s);
});

it('closes a connection on which a client sends more of them', async () => {
  const socket = connectToApp();
  const closed = once(socket, 'close');
  socket.write(get('/api/docs/static/swagger-ui-bundle.js', 'keep-alive').repeat(pendingRequestsMax + 1));
  socket.resume();
  await closed;
  expect(socket.bytesRead).toBe(0);
});

it('takes any number of requests of a client that waits for each response', async () => {
  const socket = connectToApp();
  for (let sent = 0; sent <= pendingRequestsMax; sent++) {
    socket.write(get('/api/healthz', 'keep-alive'));
    const [data] = (await once(socket, 'data')) as [Buffer];
    expect(data.toString()).toMatch(/^HTTP\/1.1 200 /);
  }
  socket.destroy();
});
