import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '#test/folder.ts';
import { readOrMakeSecret } from './secret.ts';

describe('the secret in DATA_DIR', () => {
  const folder = useFolder();

  it('is created once, from 48 random bytes, readable only by its owner', () => {
    const dataDir = join(folder, 'new/data');
    const secret = readOrMakeSecret(dataDir);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(48);
    expect(readOrMakeSecret(dataDir)).toBe(secret);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secret']);
    expect(readOrMakeSecret(join(folder, 'another'))).not.toBe(secret);
  });

  it('prevents the start if it is too short, or cannot be read', () => {
    writeFileSync(join(folder, 'secret'), 'short');
    expect(() => readOrMakeSecret(folder)).toThrow('is damaged');
    expect(() => readOrMakeSecret(join(folder, 'secret'))).toThrow('cannot be used');
  });
});
