import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { useFolder } from '#test/folder.ts';
import { makeFolder } from './folders.ts';

const root = useFolder();

it('makeFolder creates missing parents, and does nothing if the folder exists', () => {
  const folder = join(root, 'a', 'b');
  makeFolder(folder);
  makeFolder(folder);
  expect(existsSync(folder)).toBe(true);
});

it.runIf(process.platform === 'linux')('makeFolder fails if the file system allows no folders', () => {
  expect(() => makeFolder('/proc/declassified/data')).toThrow('ENOENT');
});
