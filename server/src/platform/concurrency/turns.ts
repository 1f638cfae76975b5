import { messages } from 'contract/messages.ts';
import { AppError } from '#errors.ts';

/** Runs what it is given for one key one after the other, in the order of the calls, and for different keys at once. */
export type Turns = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * For work that the database would make wait for its like anyway: here it waits without holding a connection, of
 * which the pool has few. Guarantees nothing across processes. Throws `too_many_requests` where `maxWaiting` of one
 * key wait already.
 */
export function createTurns(maxWaiting: number): Turns {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>();
  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 };
    // The first of a line does not wait.
    if (line.length > maxWaiting) {
      throw new AppError('too_many_requests', `${messages.tooManyRequests} at once.`, {
        retryAfterSeconds: 1,
      });
    }
    const turn = line.last.then(
      () => work(),
      () => work(),
    );
    line.last = turn;
    line.length += 1;
    lines.set(key, line);
    try {
      return await turn;
    } finally {
      line.length -= 1;
      if (line.length === 0) lines.delete(key);
    }
  };
}
