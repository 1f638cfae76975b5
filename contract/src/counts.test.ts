import { expect, test } from 'vitest';
import { count, nounAfter } from './counts.ts';

test.each([
  [0, '0 payments'],
  [1, '1 payment'],
  [2, '2 payments'],
  [1_200, '1,200 payments'],
  [0.5, '0.5 payments'],
])('%d is counted as %s', (number, text) => expect(count(number, 'payment')).toBe(text));

test('an irregular plural is named', () => {
  expect(count(2, 'entry', 'entries')).toBe('2 entries');
  expect(nounAfter(1, 'entry', 'entries')).toBe('entry');
});
