import { expect, test } from 'vitest';
import { refreshStateText } from './refresh-state.ts';

const now = Date.parse('2026-11-24T10:00:00.000Z');
const textOf = (state: Parameters<typeof refreshStateText>[0]['state'], tried_at: string | null = null) =>
  refreshStateText(
    { is_running: false, state, tried_at, reason: 'is not CSV but HTML' },
    { isOn: true, now },
  );

test.each([
  ['2026-11-24T09:59:01.000Z', 'Renewed just now'],
  ['2026-11-24T09:58:59.000Z', 'Renewed 1 minute ago'],
  ['2026-11-24T07:30:00.000Z', 'Renewed 2 hours ago'],
  ['2026-11-21T10:00:00.000Z', 'Renewed 3 days ago'],
  // The clock of the server may be ahead.
  ['2026-11-24T10:00:05.000Z', 'Renewed just now'],
])('an attempt at %s is in words: %s', (triedAt, text) => {
  expect(textOf('renewed', triedAt)).toBe(text);
});

test('a failure has its reason, and a dataset without an attempt is described as such', () => {
  expect(textOf('unchanged', '2026-11-24T09:00:00.000Z')).toBe('Unchanged 1 hour ago');
  expect(textOf('refused')).toBe('Refused: is not CSV but HTML');
  expect(textOf('unreachable')).toBe('Cannot be reached: is not CSV but HTML');
  expect(textOf('moved')).toBe('Moved: is not CSV but HTML');
  expect(textOf('waiting')).toBe('Not tried yet');
  const running = { is_running: true, state: 'refused', tried_at: null, reason: 'interrupted' } as const;
  expect(refreshStateText(running, { isOn: true, now })).toBe('Under way');
});

test('while refreshing is off, every state is Off', () => {
  const refused = {
    is_running: true,
    state: 'refused',
    tried_at: null,
    reason: 'is not CSV but HTML',
  } as const;
  expect(refreshStateText(refused, { isOn: false, now })).toBe('Off');
});
