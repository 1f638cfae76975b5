import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import draining from './draining.ts';

it('a draining process waits only briefly for the first byte of a request', async () => {
  const events = new EventEmitter();
  const [started, released] = [once(events, 'started'), once(events, 'release')];
  const app = Fastify({ return503OnClosing: false });
  await app.register(draining, { patienceMs: 5_000 });
  app.get('/', () => 'here');
  app.get('/slow', async () => {
    events.emit('started');
    await released;
    return 'at last';
  });
  const slow = fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/slow`);
  await started;
  const { port } = app.server.address() as AddressInfo;
  const [silent, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await expect.poll(promisify(app.server.getConnections.bind(app.server))).toBe(3);
  const closed = app.close();
  late.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [response] = (await once(late, 'data')) as [Buffer];
  expect(response.toString()).toContain('HTTP/1.1 200');
  await once(silent.resume(), 'close');
  events.emit('release');
  expect(await (await slow).text()).toBe('at last');
  await closed;
});
