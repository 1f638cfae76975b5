import { messages } from 'contract/texts.ts';
import { tooManyRequests } from '#errors.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** FIFO for each key. Work with different keys runs concurrently. */
type KeyedSemaphore = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that would wait for a row lock: it waits here, without a database connection. The limit
 * applies to one process. Throws `too_many_requests` if `maxWaiting` calls of one key are waiting.
 */
export function createKeyedSemaphore(permits: number, maxWaiting: number): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>();
  return async (key, work) => {
    const semaphore = semaphores.get(key) ?? createSemaphore({ permits, maxWaiting, refusal: tooMany });
    semaphores.set(key, semaphore);
    try {
      return await semaphore.run(work);
    } finally {
      const { running, waiting } = semaphore.load();
      if (running + waiting === 0) semaphores.delete(key);
    }
  };
}

const tooMany = () => tooManyRequests(1, `${messages.tooManyRequests} at once.`);
