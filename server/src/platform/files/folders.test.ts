import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFolder } from './folders.ts';

it('makes the missing parents, and nothing where the folder is there', () => {
  const root = mkdtempSync(join(tmpdir(), 'declassified-folders-'));
  const folder = join(root, 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
  rmSync(root, { recursive: true });
});

it.runIf(process.platform === 'linux')('ends with an error where a file system takes no folders', () => {
  expect(() => makeFolder('/proc/declassified/data')).toThrow('ENOENT');
});
