import { describe, expect, it, vi } from 'vitest';
import { batchPerTurn } from './batch.ts';

const lengths = (keys: string[]) => Promise.resolve(new Map(keys.map((key) => [key, key.length])));

describe('look-ups in batches', () => {
  it('go together when they are asked for in one turn, each key once', async () => {
    const load = vi.fn<typeof lengths>(lengths);
    const find = batchPerTurn(load);
    expect(await Promise.all(['a', 'bb', 'a'].map(find))).toEqual([1, 2, 1]);
    expect(load.mock.calls).toEqual([[['a', 'bb']]]);
  });

  it('are never answered from an earlier turn, nor by one that has begun', async () => {
    const load = vi.fn<typeof lengths>(lengths);
    const find = batchPerTurn(load);
    const first = find('a');
    await new Promise((turnIsOver) => setImmediate(turnIsOver));
    await Promise.all([first, find('a'), find('b')]);
    expect(load.mock.calls).toEqual([[['a']], [['a', 'b']]]);
  });

  it('find nothing where there is nothing, and fail together', async () => {
    expect(await batchPerTurn(() => Promise.resolve(new Map()))('a')).toBeUndefined();
    const find = batchPerTurn(() => Promise.reject(new Error('gone')));
    const outcomes = await Promise.allSettled([find('a'), find('b')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(find('c')).rejects.toThrow('gone');
  });
});
