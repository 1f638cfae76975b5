import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { summarizeRefusals } from './refusal-summary.ts';

describe('the summary of refusals', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('notes the first refusal of a key and then one a minute, with the number of all since the last', () => {
    const summarize = summarizeRefusals();
    expect([1, 2, 3].map(() => summarize('ada'))).toEqual([1, undefined, undefined]);
    expect(summarize('bob')).toBe(1);
    vi.advanceTimersByTime(60_000);
    expect([1, 2].map(() => summarize('ada'))).toEqual([3, undefined]);
  });

  it('remembers a bounded number of keys, and forgets those that were quiet for a minute', () => {
    const summarize = summarizeRefusals();
    for (let i = 0; i < 20_000; i++) summarize(`key ${i}`);
    expect(summarize('one more')).toBeUndefined();
    vi.advanceTimersByTime(60_000);
    expect(summarize('one more')).toBe(1);
  });
});
