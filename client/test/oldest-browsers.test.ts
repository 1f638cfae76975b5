import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { oldestBrowsers } from 'client/oldest-browsers.ts';
import { expect, test } from 'vitest';

test('the README names the oldest browsers', () => {
  const names = Object.entries(oldestBrowsers).map((browser) => browser.join(' '));
  expect(readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')).toContain(names.join(', '));
});
