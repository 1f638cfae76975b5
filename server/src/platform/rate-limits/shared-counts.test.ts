import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { addSharedCounts, forgetSharedCounts, type SharedCount } from './shared-counts.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
beforeEach(() => database.pool.query('TRUNCATE rate_limit_counts'));
afterAll(() => database.close());

const add = (key: string, hits: number, leftMs = 60_000) =>
  addSharedCounts(database, [{ key, hits, leftMs }]);
const passMs = (ms: number) =>
  database.pool.query(`UPDATE rate_limit_counts SET ends_at = ends_at - $1 * interval '1 millisecond'`, [ms]);
const keys = async () =>
  (await database.pool.query<{ key: string }>('SELECT key FROM rate_limit_counts ORDER BY key')).rows;

describe('shared counts', () => {
  it('are the sum of what all brought in the window of the first', async () => {
    expect(await add('ada', 3, 40_000)).toMatchObject([{ key: 'ada', hits: 3 }]);
    const [sum] = await add('ada', 4, 60_000);
    expect(sum?.hits).toBe(7);
    expect(sum?.leftMs).toBeLessThanOrEqual(40_000);
    expect(sum?.leftMs).toBeGreaterThan(30_000);
  });

  it('begin anew with the first that is brought after their window', async () => {
    await add('ada', 3);
    await passMs(60_001);
    const [sum] = await add('ada', 2, 50_000);
    expect(sum?.hits).toBe(2);
    expect(sum?.leftMs).toBeGreaterThan(40_000);
  });

  it('lose nothing where many bring the same keys at once, in whatever order', async () => {
    const counts: SharedCount[] = Array.from({ length: 200 }, (_, i) => ({
      key: `key ${i}`,
      hits: i + 1,
      leftMs: 60_000,
    }));
    const sums = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        addSharedCounts(database, i % 2 === 0 ? counts : counts.toReversed()),
      ),
    );
    for (const { key, hits } of counts) {
      const seen = sums.map((sum) => sum.find((count) => count.key === key)?.hits);
      expect(Math.max(...seen.map(Number))).toBe(40 * hits);
    }
  });

  it('are forgotten by the job once their window is over, also while others are brought', async () => {
    for (let round = 0; round < 10; round++) {
      const counts = Array.from({ length: 100 }, (_, i) => ({ key: `key ${i}`, hits: 1, leftMs: 60_000 }));
      await addSharedCounts(database, counts);
      await passMs(60_001);
      await add('living', 1);
      await Promise.all([
        addSharedCounts(database, counts.slice(50).toReversed()),
        forgetSharedCounts({ database }),
        addSharedCounts(database, counts.slice(50)),
        forgetSharedCounts({ database }),
      ]);
      await forgetSharedCounts({ database });
      expect(await keys()).toHaveLength(51);
    }
  });
});
