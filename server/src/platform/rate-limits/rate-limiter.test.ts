import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Database } from '#platform/database/database.ts';
import { createRateLimiter, summarizeRefusals } from './rate-limiter.ts';

const query = () => new Promise((_, reject) => void setTimeout(reject, 5_000, new Error('unavailable')));
const slowlyFailing = { pool: { query } } as unknown as Database;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('a request whose count fails long after it was served is counted once', async () => {
  const limiter = createRateLimiter(slowlyFailing, 'late', { max: 2, windowSeconds: 60 });
  for (const remainingPoints of [1, 0]) {
    const counted = limiter.consume('ada');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await counted).toMatchObject({ remainingPoints });
  }
});

describe('the summary of refusals', () => {
  it('reports the first refusal of a key and then one a minute, with the number since the last report', () => {
    const summarize = summarizeRefusals();
    expect([1, 2, 3].map(() => summarize('ada'))).toEqual([1, undefined, undefined]);
    expect(summarize('bob')).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect([1, 2].map(() => summarize('ada'))).toEqual([3, undefined]);
  });

  it('does not depend on the system clock', () => {
    const summarize = summarizeRefusals();
    summarize('ada');
    vi.setSystemTime(Date.now() - 60 * 60_000);
    vi.advanceTimersByTime(60_000);
    expect(summarize('ada')).toBe(1);
  });

  it('stores a limited number of keys, each for one minute', () => {
    const summarize = summarizeRefusals();
    const fill = (from: number, to: number) => {
      for (let i = from; i < to; i++)
        expect([summarize(`key ${i}`), summarize(`key ${i}`)]).toEqual([1, undefined]);
    };
    fill(0, 10_000);
    vi.advanceTimersByTime(30_000);
    fill(10_000, 20_000);
    expect(summarize('one more')).toBeUndefined();
    vi.advanceTimersByTime(30_000);
    fill(20_000, 30_000);
    expect(summarize('one more')).toBeUndefined();
    vi.advanceTimersByTime(30_000);
    expect(summarize('one more')).toBe(1);
  });
});
