import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const flush = () => new Promise(setImmediate);

it('a semaphore runs at most the allowed weight at once, in the order of the calls', async () => {
  const semaphore = createSemaphore({
    permits: 2,
    maxWeight: 10,
    maxWaiting: 10,
    refusal: () => new Error('full'),
  });
  /** Ends the task, by the name of each started task. */
  const finishers = new Map<string, () => void>();
  for (const [name, weight] of [
    ['a', 6],
    ['heavy', 5],
    ['light', 1],
  ] as const)
    void semaphore.run(() => new Promise<void>((finish) => finishers.set(name, finish)), { weight });
  await flush();
  expect([...finishers.keys()]).toEqual(['a']);
  finishers.get('a')?.();
  await flush();
  expect([...finishers.keys()]).toEqual(['a', 'heavy', 'light']);
});
