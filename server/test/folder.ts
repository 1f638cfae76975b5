import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A new folder for the tests of a file or a `describe`, with a blank in its name, which goes behind them. */
export function useFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'declassified test '));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
