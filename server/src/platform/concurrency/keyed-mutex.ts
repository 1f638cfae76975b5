import { messages } from 'contract/texts.ts';
import { AppError } from '#errors.ts';
import { createSemaphore, type Semaphore } from './semaphore.ts';

/** Runs the work of one key one after the other, in the order of the calls, and that of different keys at once. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that the database would make wait for its like anyway: here it waits without holding a connection, of
 * which the pool has few. Guarantees nothing across processes. Throws `too_many_requests` where `maxWaiting` of one
 * key wait already.
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
