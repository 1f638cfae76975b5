import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { signalOf } from './client-info.ts';

/** A request in progress, whose handler waits for `answer`. */
async function ask() {
  const app = Fastify();
  const arrival = new Promise<{ reply: FastifyReply; answer: (body: string) => void }>((arrive) => {
    app.get('/', (_request, reply) => new Promise<string>((answer) => arrive({ reply, answer })));
  });
  // Does not use `fetch`, which keeps the connection of an aborted call.
  const client = get(await app.listen({ host: '127.0.0.1', port: 0 }), { agent: false });
  const { reply, answer } = await arrival;
  return { reply, closed: once(reply.raw, 'close'), client, answer, app };
}

it('signalOf is aborted when the client disconnects, and at once if it did before', async () => {
  const { reply, closed, client, answer, app } = await ask();
  const signal = signalOf(reply);
  expect(signal.aborted).toBe(false);
  client.once('error', () => undefined).destroy();
  await closed;
  expect(signal.aborted).toBe(true);
  expect(signalOf(reply).aborted).toBe(true);
  answer('to nobody');
  await app.close();
});

it('signalOf is not aborted by a connection that closes after the response', async () => {
  const { reply, closed, client, answer, app } = await ask();
  const signal = signalOf(reply);
  answer('here');
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('here');
  await closed;
  expect(signal.aborted).toBe(false);
  await app.close();
});
