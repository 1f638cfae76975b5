import { expect, test } from 'vitest';
import type { Search } from '#parts/list/list-page.ts';
import { deleteMatching, findMatching } from './matching.ts';
import type { RecordSource } from './record-source.ts';

interface Row {
  id: string;
  created_at: string;
}

const rowAt = (number: number): Row => ({
  id: String(number),
  created_at: new Date(Date.UTC(2026, 0, 31) + number).toISOString(),
});

/** As the server: a deletion adds a record of itself. */
function listOf(count: number, { failsAt = Infinity }: { failsAt?: number } = {}) {
  let rows = Array.from({ length: count }, (_, index) => rowAt(index + 1));
  let added = count;
  const batches: number[] = [];
  const searches: Search[] = [];
  const source: RecordSource<Row> = {
    list: 'listLogRecords',
    readPage: async (search) => {
      searches.push(search);
      const sorted = search.filter['sort'] === 'oldest' ? rows : rows.toReversed();
      const from = (search.page - 1) * search.pageSize;
      const pages = Math.ceil(rows.length / search.pageSize);
      return {
        rows: sorted.slice(from, from + search.pageSize),
        total: rows.length,
        pages,
        page: search.page,
      };
    },
    timeOf: ({ created_at }) => created_at,
    deleteRows: async (ids) => {
      if (batches.length + 1 === failsAt) throw new Error('Busy.');
      batches.push(ids.length);
      rows = [...rows.filter(({ id }) => !ids.includes(id)), rowAt(++added)];
      return { msg: 'Deleted', deleted: ids.length };
    },
    deletionFailure: 'Failed',
  };
  return { source, batches, searches, left: () => rows.length };
}

async function deleteAll(list: ReturnType<typeof listOf>, onDeleted: (rows: number) => void = () => {}) {
  const matching = await findMatching(list.source, { level: 'INFO', sort: 'z-a' });
  return deleteMatching(list.source, matching!, { signal: new AbortController().signal, onDeleted });
}

test('all that match are deleted 1,000 at a time, and nothing that came after them', async () => {
  const list = listOf(2_345);
  let progress = 0;
  expect(await deleteAll(list, (rows) => (progress += rows))).toBe('Deleted');
  expect(list.batches).toEqual([1_000, 1_000, 345]);
  expect(progress).toBe(2_345);
  expect(list.left()).toBe(3);
  expect(list.searches[0]?.filter).toEqual({ level: 'INFO' });
  expect(list.searches.at(-1)?.filter).toEqual({ level: 'INFO', sort: 'oldest' });
});

test('a stop lets the present batch end, and no other begin', async () => {
  const list = listOf(2_345);
  const matching = await findMatching(list.source, {});
  const stopping = new AbortController();
  const { signal } = stopping;
  const deletion = deleteMatching(list.source, matching!, { signal, onDeleted: () => stopping.abort() });
  await expect(deletion).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  expect(list.batches).toEqual([1_000]);
});

test('a batch that fails ends it, and keeps what was deleted before', async () => {
  const list = listOf(2_345, { failsAt: 2 });
  await expect(deleteAll(list)).rejects.toThrow('Busy.');
  expect(list.batches).toEqual([1_000]);
});
