import { expect, test } from 'vitest';
import { nothingSelected, onPage, type Selection, toggle, toggleAll } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: Selection) => [...selection.ids].join('');
const pick = (selection: Selection, id: string, isRange = false) => toggle(selection, id, rows, isRange);

test('a shift-click ticks all rows from the last one touched, downwards and upwards', () => {
  expect(ids(pick(pick(nothingSelected, 'b'), 'd', true))).toBe('bcd');
  expect([...pick(pick(nothingSelected, 'd'), 'b', true).ids].toSorted().join('')).toBe('bcd');
});

test('a shift-click on a ticked row unticks the range', () => {
  const all = toggleAll(nothingSelected, rows);
  expect(ids(pick(pick(all, 'b'), 'd', true))).toBe('ae');
});

test('without a row touched before on this page, a shift-click is a click', () => {
  expect(ids(pick(nothingSelected, 'd', true))).toBe('d');
  expect(ids(pick({ ids: new Set(), anchor: 'gone' }, 'd', true))).toBe('d');
});

test('rows that are no longer on the page are not selected', () => {
  expect(ids(onPage(pick(pick(nothingSelected, 'a'), 'c', true), ['b', 'x']))).toBe('b');
});
