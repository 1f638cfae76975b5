import { expect, test } from 'vitest';
import { readSearch, writeSearch } from './list-search.ts';

const fields = [
  { name: 'user' },
  { name: 'action' },
  { name: 'sort' },
  { name: 'created_after', kind: 'date' },
];
const read = (search: string) => readSearch(new URLSearchParams(search), fields);

test('writes the filters, the page and the page size into the URL, and reads them again', () => {
  const filter = { user: 'a&b=c %_\\', action: 'login', sort: 'z-a' };
  expect(read(writeSearch(filter, 3, 50).toString())).toEqual({
    filter,
    page: 3,
    pageSize: 50,
    unrecognized: [],
  });
  expect(read(writeSearch({}).toString())).toEqual({ filter: {}, page: 1, pageSize: 10, unrecognized: [] });
});

test('the first page, empty values and unknown filters are not in the URL', () => {
  expect(writeSearch({ user: 'ada' }, 1).toString()).toBe('user=ada');
  expect(read('user=%20&action=&level=ERROR&utm=x').filter).toEqual({});
});

test.each(['0', '7', '1000', 'x', ''])('reads the page size %j as the default', (size) => {
  expect(read(`page_size=${size}`).pageSize).toBe(10);
});

test.each(['0', '-1', '1.5', 'two', '', '1e99'])('reads the page %j as the first page', (page) => {
  expect(read(`page=${page}`).page).toBe(1);
});

test('a date that is none is no filter, and is named', () => {
  const { filter, unrecognized } = read('user=ada&created_after=2026-02-30');
  expect([filter, unrecognized]).toEqual([{ user: 'ada' }, ['created_after=2026-02-30']]);
  for (const date of ['2026-01-31', '2026-01-31T02:03:04Z']) {
    expect(read(`created_after=${date}`)).toMatchObject({
      filter: { created_after: date },
      unrecognized: [],
    });
  }
});
