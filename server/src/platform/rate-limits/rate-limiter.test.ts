import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { summarizeRefusals } from './rate-limiter.ts';

describe('the summary of refusals', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

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
