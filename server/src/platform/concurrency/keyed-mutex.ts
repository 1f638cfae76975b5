import { messages } from 'contract/texts.ts';
import { AppError } from '#errors.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** FIFO within a key; different keys run concurrently. */
type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that would wait for a row lock: here it waits without holding a database connection. Per
 * process. Throws `too_many_requests` if `maxWaiting` of one key are waiting.
 */
export function createKeyedMutex(maxWaiting: number): KeyedMutex {
  const mutexes = new Map<string, Semaphore>();
  return async (key, work) => {
    const mutex = mutexes.get(key) ?? createSemaphore({ permits: 1, places: maxWaiting, refusal: tooMany });
    mutexes.set(key, mutex);
    try {
      return await mutex.run(work);
    } finally {
      const { running, waiting } = mutex.load();
      if (running + waiting === 0) mutexes.delete(key);
    }
  };
}

const tooMany = () =>
  new AppError('too_many_requests', `${messages.tooManyRequests} at once.`, { retryAfterSeconds: 1 });
