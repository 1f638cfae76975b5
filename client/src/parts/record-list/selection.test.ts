import { expect, test } from 'vitest';
import { emptySelection, limitToPage, type Selection, toggle, toggleAll } from './selection.ts';

const rows = ['a', 'b', 'c', 'd', 'e'];
const ids = (selection: Selection) => [...selection.ids].join('');
const toggleRow = (selection: Selection, id: string, isRange = false) => toggle(selection, id, rows, isRange);

test('a shift-click selects all rows from the last toggled row, downwards and upwards', () => {
  expect(ids(toggleRow(toggleRow(emptySelection, 'b'), 'd', true))).toBe('bcd');
  expect([...toggleRow(toggleRow(emptySelection, 'd'), 'b', true).ids].toSorted().join('')).toBe('bcd');
});

test('a shift-click on a selected row deselects the range', () => {
  const all = toggleAll(emptySelection, rows);
  expect(ids(toggleRow(toggleRow(all, 'b'), 'd', true))).toBe('ae');
});

test('a shift-click selects one row if no other row of the page was toggled before', () => {
  expect(ids(toggleRow(emptySelection, 'd', true))).toBe('d');
  expect(ids(toggleRow({ ids: new Set(), anchor: 'other-page' }, 'd', true))).toBe('d');
});

test('rows that are no longer on the page are not selected', () => {
  expect(ids(limitToPage(toggleRow(toggleRow(emptySelection, 'a'), 'c', true), ['b', 'x']))).toBe('b');
});
