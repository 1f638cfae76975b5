import { readFileSync } from 'node:fs';
import { calculationMethod } from 'contract/calculations/method.ts';
import { expect, it } from 'vitest';
import { useTestApp } from '#test/app.ts';
import { goldenDigests } from '#test/golden-cases.ts';

const test = useTestApp({ RATE_LIMIT_SCALE: '1000' });

/**
 * A figure that differs needs a higher `calculationMethod` and a new file with the digests that this test names; files
 * of older methods stay as they are.
 */
it('gives every shared case the answer of the current method', async () => {
  const path = new URL(`golden/method-${calculationMethod}.json`, import.meta.url);
  const golden = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>;
  const digests = await goldenDigests(async (url, payload) => {
    const answer = await test.app.inject({ method: 'POST', url, payload });
    expect(answer.statusCode).toBe(200);
    return answer.json();
  });
  expect(digests).toEqual(golden);
});
