import { describe, expect, it } from 'vitest';
import { deriveKeys } from './keys.ts';

describe('deriveKeys', () => {
  it('returns a different key for each purpose and secret, and always the same keys for one secret', () => {
    const keys = deriveKeys('one secret');
    const all = [...Object.values(keys), ...Object.values(deriveKeys('another secret'))];
    expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(all.length);
    expect(all.every((key) => key.length === 32)).toBe(true);
    expect(deriveKeys('one secret')).toEqual(keys);
  });
});
