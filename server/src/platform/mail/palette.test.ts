import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { palette } from './palette.ts';

const tokens = readFileSync(new URL('../../../client/src/styles/tokens.css', import.meta.url), 'utf8');

it.each(Object.entries(palette))('%s has the value of the client’s token', (name, colour) => {
  expect(new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(tokens)?.[1]).toBe(colour);
});
