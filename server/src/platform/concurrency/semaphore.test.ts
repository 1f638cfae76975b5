import { expect, it } from 'vitest';
import { createSemaphore } from './semaphore.ts';

const flush = () => new Promise(setImmediate);

/** Starts a task that ends on demand. */
function useSemaphore(options: Partial<Parameters<typeof createSemaphore>[0]>) {
  const semaphore = createSemaphore({
    permits: 2,
    maxWaiting: 10,
    refusal: () => new Error('full'),
    ...options,
  });
  const ends = new Map<string, () => void>();
  const outcomes: string[] = [];
  const enter = (name: string, weight = 0) =>
    void semaphore
      .run(() => new Promise<void>((end) => ends.set(name, end)), { weight })
      .then(
        () => outcomes.push(`${name} done`),
        (error: Error) => outcomes.push(`${name} ${error.message}`),
      );
  return { enter, end: (name: string) => ends.get(name)?.(), begun: ends, outcomes, load: semaphore.load };
}

it('runs at most the allowed weight at once, in the order of the calls', async () => {
  const { enter, end, begun } = useSemaphore({ maxWeight: 10 });
  for (const [name, weight] of [
    ['a', 6],
    ['heavy', 5],
    ['light', 1],
  ] as const)
    enter(name, weight);
  await flush();
  expect([...begun.keys()]).toEqual(['a']);
  end('a');
  await flush();
  expect([...begun.keys()]).toEqual(['a', 'heavy', 'light']);
});
