import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimits } from './rate-limits.ts';
import type { SharedCount } from './shared-counts.ts';

const login = { max: 10, windowSeconds: 60 };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Stands for the table: what it answers is what the database's own test proves. */
function sharedTable() {
  const held = new Map<string, { hits: number; endsAt: number }>();
  const rounds: SharedCount[][] = [];
  const share = async (counts: SharedCount[]): Promise<SharedCount[]> => {
    rounds.push(counts);
    const now = performance.now();
    return counts.map(({ key, hits, leftMs }) => {
      let row = held.get(key);
      if (!row || row.endsAt <= now) held.set(key, (row = { hits: 0, endsAt: now + leftMs }));
      row.hits += hits;
      return { key, hits: row.hits, leftMs: row.endsAt - now };
    });
  };
  const process = () => createRateLimits({ share, onFailure: () => expect.unreachable() });
  return { held, rounds, process };
}

const admitted = (take: (address: string) => number, tries: number, address = 'ada') =>
  Array.from({ length: tries }, () => take(address)).filter((refusedForMs) => refusedForMs === 0).length;

describe('a limit', () => {
  it('admits as many of one address in a window as it says, and then says how long that lasts', () => {
    const take = sharedTable().process().limiter('login', login);
    expect(take('ada')).toBe(0);
    vi.advanceTimersByTime(20_000);
    expect(admitted(take, 20)).toBe(9);
    expect(take('ada')).toBe(40_000);
    expect(take('bo')).toBe(0);
    vi.advanceTimersByTime(40_000);
    expect(admitted(take, 20)).toBe(10);
  });

  it('is that of all processes after a second', async () => {
    const { process } = sharedTable();
    const [one, other, third] = [1, 2, 3].map(() => process().limiter('login', login));
    expect(admitted(one!, 6)).toBe(6);
    await vi.advanceTimersByTimeAsync(500);
    expect(admitted(other!, 3)).toBe(3);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(admitted(other!, 20)).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    // What nobody has asked for since, a process learns with its next request.
    expect(admitted(third!, 1)).toBe(1);
    expect(admitted(one!, 1)).toBe(1);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(one!('ada')).toBeGreaterThan(0);
    expect(third!('ada')).toBeGreaterThan(0);
    expect(third!('ada')).toBeLessThanOrEqual(60_000 - 3_500);
  });

  it('counts what comes while sums are under way', async () => {
    const { process } = sharedTable();
    const slow: (() => void)[] = [];
    const limits = createRateLimits({
      share: async ([count]) => {
        await new Promise<void>((resolve) => slow.push(resolve));
        return [{ ...count!, hits: count!.hits + 2 }];
      },
      onFailure: () => expect.unreachable(),
    });
    const take = limits.limiter('login', login);
    expect(admitted(take, 4)).toBe(4);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(admitted(take, 3)).toBe(3);
    slow.shift()?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(admitted(take, 20)).toBe(1);
    expect(process().limiter('login', login)('ada')).toBe(0);
  });

  it('of the process alone shares nothing', async () => {
    const { process, rounds } = sharedTable();
    const take = process().limiter('loan', { ...login, isPerProcess: true });
    expect(admitted(take, 20)).toBe(10);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toEqual([]);
  });

  it('holds nothing of its last window against an address where the others have begun a new one', async () => {
    const sums = [
      { hits: 9, leftMs: 1_100 },
      { hits: 1, leftMs: 60_000 },
    ];
    const limits = createRateLimits({
      share: async ([count]) => [{ ...count!, ...sums.shift()! }],
      onFailure: () => expect.unreachable(),
    });
    const take = limits.limiter('login', login);
    expect(admitted(take, 9)).toBe(9);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(admitted(take, 1)).toBe(1);
    expect(take('ada')).toBe(100);
    await vi.advanceTimersByTimeAsync(0);
    expect(admitted(take, 20)).toBe(9);
    expect(take('ada')).toBe(60_000);
  });
});

describe('sharing', () => {
  it('does nothing for a process that has counted nothing, and nothing for refused requests', async () => {
    const { process, rounds } = sharedTable();
    const take = process().limiter('login', login);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds).toHaveLength(0);
    admitted(take, 10);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toMatchObject([[{ key: 'login:ada', hits: 10 }]]);
    for (let second = 0; second < 10; second++) {
      expect(admitted(take, 1_000)).toBe(0);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(rounds).toHaveLength(1);
  });

  it('waits a second for counts that grow slowly, and a fifth at most for those that grow fast', async () => {
    const { process, rounds } = sharedTable();
    const take = process().limiter('login', { max: 100, windowSeconds: 60 });
    const roundsAfter = async (ms: number) => {
      await vi.advanceTimersByTimeAsync(ms);
      return rounds.splice(0).map(([count]) => count?.hits);
    };
    admitted(take, 9);
    expect(await roundsAfter(999)).toEqual([]);
    expect(await roundsAfter(1)).toEqual([9]);
    admitted(take, 10);
    expect(await roundsAfter(199)).toEqual([]);
    expect(await roundsAfter(1)).toEqual([10]);
    await roundsAfter(10_000);
    admitted(take, 11);
    expect(await roundsAfter(0)).toEqual([11]);
  });

  it('writes no more than a thousand counts a second, and those first that grow fast', async () => {
    const { process, rounds } = sharedTable();
    const take = process().limiter('login', { max: 100, windowSeconds: 60 });
    for (let i = 0; i < 4_000; i++) take(`once ${i}`);
    expect(admitted(take, 50, 'often')).toBe(50);
    await vi.advanceTimersByTimeAsync(999);
    expect(rounds.map((round) => round.length)).toEqual([200, 200, 200, 200, 200]);
    expect(rounds[0]?.[0]).toMatchObject({ key: 'login:often', hits: 50 });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(rounds.flat()).toHaveLength(4_001);
  });

  it('remembers a bounded number of addresses, and those it forgot by their shared sum', async () => {
    const { process, rounds } = sharedTable();
    const take = process().limiter('login', { max: 100, windowSeconds: 60 });
    expect(admitted(take, 200)).toBe(100);
    await vi.advanceTimersByTimeAsync(1_000);
    for (let i = 0; i < 50_000; i++) take(`flood ${i}`);
    expect(take('ada')).toBe(0);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(take('ada')).toBe(49_000);
    expect(rounds.flat()).toHaveLength(1 + 5_000);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(admitted(take, 200, 'flood 49999')).toBe(100);
  });

  it('that fails leaves every process its own count, is told of once, and makes up for it later', async () => {
    const { process, held, rounds } = sharedTable();
    const told: unknown[] = [];
    let isAway = true;
    const table = process();
    const limits = createRateLimits({
      share: async (counts) => {
        if (isAway) throw new Error('away');
        rounds.push(counts);
        return counts;
      },
      onFailure: (error) => told.push(error),
    });
    const take = limits.limiter('login', login);
    expect(admitted(take, 6)).toBe(6);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(admitted(take, 20)).toBe(4);
    expect(told).toHaveLength(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(rounds).toMatchObject([[{ key: 'login:ada', hits: 10 }]]);
    expect([held.size, await table.stop()]).toEqual([0, undefined]);
  });

  it('keeps a process to its own count where the table was lost in the middle of a window', async () => {
    const { process, held } = sharedTable();
    const take = process().limiter('login', login);
    expect(admitted(take, 6)).toBe(6);
    await vi.advanceTimersByTimeAsync(1_000);
    held.clear();
    expect(admitted(take, 2)).toBe(2);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(admitted(take, 20)).toBe(2);
  });

  it('ends with the process', async () => {
    const { process, rounds } = sharedTable();
    const limits = process();
    limits.limiter('login', login)('ada');
    await limits.stop();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(rounds).toEqual([]);
  });
});
