import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { signalOf } from './client-info.ts';

/** A request in progress, whose handler waits for `respond`. */
async function startRequest() {
  const app = Fastify();
  const arrival = new Promise<{ reply: FastifyReply; respond: (body: string) => void }>((resolve) => {
    app.get('/', (_request, reply) => new Promise<string>((respond) => resolve({ reply, respond })));
  });
  // Does not use `fetch`, which keeps the connection of an aborted call.
  const client = get(await app.listen({ host: '127.0.0.1', port: 0 }), { agent: false });
  const { reply, respond } = await arrival;
  return { reply, closed: once(reply.raw, 'close'), client, respond, app };
}

it('signalOf aborts its signal when the client disconnects, and at once after a disconnection', async () => {
  const { reply, closed, client, respond, app } = await startRequest();
  const signal = signalOf(reply);
  expect(signal.aborted).toBe(false);
  client.once('error', () => undefined).destroy();
  await closed;
  expect(signal.aborted).toBe(true);
  expect(signalOf(reply).aborted).toBe(true);
  respond('to nobody');
  await app.close();
});

it('signalOf does not abort its signal if the connection closes after the response', async () => {
  const { reply, closed, client, respond, app } = await startRequest();
  const signal = signalOf(reply);
  respond('here');
  const [response] = (await once(client, 'response')) as [IncomingMessage];
  expect(await text(response)).toBe('here');
  await closed;
  expect(signal.aborted).toBe(false);
  await app.close();
});
