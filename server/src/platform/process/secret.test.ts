import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readOrMakeSecret } from './secret.ts';

describe('the secret in DATA_DIR', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'secret-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it('is made once, of 48 random bytes, readable by its owner only', () => {
    const dataDir = join(folder, 'made/by/it');
    const secret = readOrMakeSecret(dataDir);
    expect(Buffer.from(secret, 'base64url')).toHaveLength(48);
    expect(readOrMakeSecret(dataDir)).toBe(secret);
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['secret']);
    expect(readOrMakeSecret(join(folder, 'another'))).not.toBe(secret);
  });

  it('stops the start where it is too short to be one, or cannot be read', () => {
    writeFileSync(join(folder, 'secret'), 'short');
    expect(() => readOrMakeSecret(folder)).toThrow('is damaged');
    expect(() => readOrMakeSecret(join(folder, 'secret'))).toThrow('cannot be used');
  });
});
