import { expect, test } from 'vitest';
import { nextPage, pageButtons, previousPage } from './pagination.tsx';

test.each([
  [1, 0, []],
  [1, 1, [1]],
  [1, 3, [1, 2, 3]],
  [3, 3, [1, 2, 3]],
  [1, 9, [1, 2, 3, 4, 5]],
  [2, 9, [1, 2, 3, 4, 5]],
  [3, 9, [1, 2, 3, 4, 5]],
  [4, 9, [2, 3, 4, 5, 6]],
  [7, 9, [5, 6, 7, 8, 9]],
  [8, 9, [5, 6, 7, 8, 9]],
  [9, 9, [5, 6, 7, 8, 9]],
])('page %i of %i has the buttons %j', (page, pages, buttons) => {
  expect(pageButtons(page, pages)).toEqual(buttons);
});

test('the page before the first page is the last page, and the page after the last page is the first page', () => {
  expect([previousPage(1, 9), previousPage(9, 9), previousPage(1, 1)]).toEqual([9, 8, 1]);
  expect([nextPage(9, 9), nextPage(1, 9), nextPage(1, 1)]).toEqual([1, 2, 1]);
});
