import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import draining from './draining.ts';

it('a draining process waits only briefly for the first byte of a request', async () => {
  const events = new EventEmitter();
  const [begun, answered] = [once(events, 'begun'), once(events, 'answer')];
  const app = Fastify({ return503OnClosing: false });
  await app.register(draining, { patienceMs: 5_000 });
  app.get('/', () => 'here');
  app.get('/slow', async () => {
    events.emit('begun');
    await answered;
    return 'at last';
  });
  const slow = fetch(`${await app.listen({ host: '127.0.0.1', port: 0 })}/slow`);
  await begun;
  const { port } = app.server.address() as AddressInfo;
  const [silent, late] = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  await expect.poll(promisify(app.server.getConnections.bind(app.server))).toBe(3);
  const closed = app.close();
  late.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
  const [answer] = (await once(late, 'data')) as [Buffer];
  expect(answer.toString()).toContain('HTTP/1.1 200');
  await once(silent.resume(), 'close');
  events.emit('answer');
  expect(await (await slow).text()).toBe('at last');
  await closed;
});
