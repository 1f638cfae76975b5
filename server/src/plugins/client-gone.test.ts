import { once } from 'node:events';
import Fastify, { type FastifyReply } from 'fastify';
import { expect, it } from 'vitest';
import { signalOf } from './client-info.ts';

/** A request on its way, whose handler waits for `answer`. */
async function ask() {
  const app = Fastify();
  const arrival = new Promise<{ reply: FastifyReply; answer: (text: string) => void }>((arrive) => {
    app.get('/', (_request, reply) => new Promise<string>((answer) => arrive({ reply, answer })));
  });
  const client = new AbortController();
  const fetched = fetch(await app.listen({ host: '127.0.0.1', port: 0 }), { signal: client.signal });
  const { reply, answer } = await arrival;
  return { reply, fetched, closed: once(reply.raw, 'close'), client, answer, app };
}

it('signalOf is aborted once the client hangs up, and at once where it did before', async () => {
  const { reply, fetched, closed, client, answer, app } = await ask();
  const signal = signalOf(reply);
  expect(signal.aborted).toBe(false);
  client.abort();
  await expect(fetched).rejects.toThrow('aborted');
  await closed;
  expect(signal.aborted).toBe(true);
  expect(signalOf(reply).aborted).toBe(true);
  answer('to nobody');
  await app.close();
});

it('signalOf is not aborted by a connection that closes after the answer', async () => {
  const { reply, fetched, closed, answer, app } = await ask();
  const signal = signalOf(reply);
  answer('here');
  expect(await (await fetched).text()).toBe('here');
  await closed;
  expect(signal.aborted).toBe(false);
  await app.close();
});
