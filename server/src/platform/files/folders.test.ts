import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '#test/folder.ts';
import { makeFolder } from './folders.ts';

const root = useFolder();

it('makes the missing parents, and nothing where the folder is there', () => {
  const folder = join(root, 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it.runIf(process.platform === 'linux')('ends with an error where a file system takes no folders', () => {
  expect(() => makeFolder('/proc/declassified/data')).toThrow('ENOENT');
});
