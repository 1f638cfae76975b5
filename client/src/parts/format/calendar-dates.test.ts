import { expect, test } from 'vitest';
import { isDay } from 'contract/days.ts';
import { isDayOrTime, isPeriod } from './calendar-dates.ts';

const neither = [
  '',
  'garbage',
  '0000-01-01',
  '2026-02-30',
  '2026-13-01',
  '10000-01-01',
  '-000001-01-01',
  '31/01/2026',
];

test.each(['0001-01-01', '9999-12-31', '2024-02-29'])('%s is a day', (text) => {
  expect([isDay(text), isPeriod(text), isDayOrTime(text)]).toEqual([true, true, true]);
});

test.each(neither)('“%s” is no day', (text) => {
  expect([isDay(text), isPeriod(text), isDayOrTime(text)]).toEqual([false, false, false]);
});

test.each(['2026', '2026-06'])('%s is a period', (text) => {
  expect([isDay(text), isPeriod(text)]).toEqual([false, true]);
});

test.each(['0000', '2026-00', '2026-13', '2026-6', '20260', '2026-'])('“%s” is no period', (text) => {
  expect(isPeriod(text)).toBe(false);
});

test('a filter may have a time', () => {
  expect(isDayOrTime('2026-01-31T02:03:04Z')).toBe(true);
  expect(isDayOrTime('2026-02-30T02:03:04Z')).toBe(false);
  expect(isDayOrTime('2026-01-31Tnoon')).toBe(false);
});
