import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import draining from './draining.ts';

let app: FastifyInstance;
let agent: Agent;
let answerSlowly: (text: string) => void;
let begun: Promise<void>;

beforeEach(() => start(5_000));
async function start(patienceMs: number): Promise<void> {
  agent = new Agent({ keepAlive: true, maxSockets: 1 });
  app = Fastify({ return503OnClosing: false });
  await app.register(draining, { patienceMs });
  app.get('/', () => 'here');
  begun = new Promise((begin) => {
    app.get('/slow', () => {
      begin();
      return new Promise<string>((answer) => (answerSlowly = answer));
    });
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
}
afterEach(stop);
async function stop(): Promise<void> {
  agent.destroy();
  await app.close();
}

const port = () => (app.server.address() as AddressInfo).port;

function ask(path: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: port(), path, agent }, (answer) => resolve(answer.resume())).on(
      'error',
      reject,
    );
  });
}

describe('a process that drains', () => {
  it('serves on, and ends each connection with its next answer', async () => {
    expect((await ask('/')).headers.connection).toBe('keep-alive');
    app.draining.begin();
    expect(app.draining.isOn()).toBe(true);
    const answer = await ask('/');
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.connection).toBe('close');
  });
});

describe('a process that listens no more', () => {
  it('ends what is under way, also on a connection that was to be kept', async () => {
    const slow = ask('/slow');
    await begun;
    const closed = app.close();
    answerSlowly('at last');
    expect((await slow).statusCode).toBe(200);
    await closed;
    expect(app.server.listening).toBe(false);
  });

  it('cuts off what takes too long', async () => {
    await stop();
    await start(100);
    const slow = ask('/slow');
    await begun;
    const closed = app.close();
    await expect(slow).rejects.toThrow('socket hang up');
    await closed;
  });

  it('waits for a first byte for a moment only, not as long as for an answer', async () => {
    const slow = ask('/slow');
    await begun;
    const [silent, late] = [connect(port(), '127.0.0.1'), connect(port(), '127.0.0.1')];
    const countConnections = promisify(app.server.getConnections.bind(app.server));
    await expect.poll(countConnections).toBe(3);
    const closed = app.close();
    late.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    const [answer] = (await once(late, 'data')) as [Buffer];
    expect(answer.toString()).toContain('HTTP/1.1 200');
    await once(silent.resume(), 'close');
    answerSlowly('at last');
    expect((await slow).statusCode).toBe(200);
    await closed;
  });
});
