import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

it('a semaphore drops work whose caller has gone before it began, and starts the work after it', async () => {
  const semaphore = createSemaphore({ permits: 1, maxWaiting: 10, refusal: () => new Error('refused') });
  const finished = new EventEmitter();
  const running = semaphore.run(() => once(finished, 'now'));
  const gone = new AbortController();
  const dropped = semaphore.run(() => Promise.reject(new Error('It began.')), { signal: gone.signal });
  const next = semaphore.run(async () => 'next', { signal: new AbortController().signal });
  gone.abort();
  await expect(dropped).rejects.toThrow('refused');
  await expect(semaphore.run(async () => 'late', { signal: gone.signal })).rejects.toThrow('refused');
  finished.emit('now');
  await running;
  expect(await next).toBe('next');
  expect(semaphore.load()).toEqual({ running: 0, waiting: 0, refused: 2 });
});
