import { describe, expect, it } from 'vitest';
import { deriveKeys, equals, sign } from './keys.ts';

describe('the keys', () => {
  it('differ by purpose and by secret, and are the same for the same secret', () => {
    const keys = deriveKeys('one secret');
    const all = [...Object.values(keys), ...Object.values(deriveKeys('another secret'))];
    expect(new Set(all.map((key) => key.toString('hex'))).size).toBe(all.length);
    expect(all.every((key) => key.length === 32)).toBe(true);
    expect(deriveKeys('one secret')).toEqual(keys);
  });

  it('sign with 256 bits in URL-safe text, which compares as a whole', () => {
    const { csrfToken, deviceToken } = deriveKeys('one secret');
    const signature = sign(csrfToken, 'text');
    expect(signature).toMatch(/^[\w-]{43}$/);
    expect(equals(signature, sign(csrfToken, 'text'))).toBe(true);
    for (const other of [sign(deviceToken, 'text'), sign(csrfToken, 'Text'), signature.slice(1), ''])
      expect(equals(other, signature)).toBe(false);
  });
});
