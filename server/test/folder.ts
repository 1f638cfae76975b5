import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** Creates a folder for the tests of a file or a `describe`, with a space in its name. It is removed after them. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'declassified test '));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
