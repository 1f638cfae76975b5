import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { fuzz } from './fuzz/run.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000000', TRUST_PROXY: '127.0.0.1/32' });

/** A short look in each run: `bench/faults/fuzz.ts` takes its time. */
const count = 400;

describe('whatever is sent to any operation', () => {
  it('is answered as the OpenAPI document says', { timeout: 60_000 }, async () => {
    const { port } = test.app.server.address() as AddressInfo;
    const { keys, database } = test.dependencies;
    const target = { url: `http://127.0.0.1:${port}`, pool: database.pool, keys };
    const { findings, sent } = await fuzz(target, { count, seed: 7, workers: 2 });
    expect(findings).toEqual([]);
    expect(sent).toBe(count);
  });
});
