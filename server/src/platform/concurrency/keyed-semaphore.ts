import { messages } from 'contract/texts.ts';
import { AppError } from '#errors.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** FIFO within a key; different keys run concurrently. */
type KeyedSemaphore = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that would wait for a row lock: here it waits without holding a database connection. Per
 * process. Throws `too_many_requests` if `maxWaiting` of one key are waiting.
 */
export function createKeyedSemaphore(permits: number, maxWaiting: number): KeyedSemaphore {
  const semaphores = new Map<string, Semaphore>();
  return async (key, work) => {
    const semaphore =
      semaphores.get(key) ?? createSemaphore({ permits, places: maxWaiting, refusal: tooMany });
    semaphores.set(key, semaphore);
    try {
      return await semaphore.run(work);
    } finally {
      const { running, waiting } = semaphore.load();
      if (running + waiting === 0) semaphores.delete(key);
    }
  };
}

const tooMany = () =>
  new AppError('too_many_requests', `${messages.tooManyRequests} at once.`, { retryAfterSeconds: 1 });
