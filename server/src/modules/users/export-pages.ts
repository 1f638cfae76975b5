/** Rows of a list that are read at once. */
export const pageRows = 1_000;

/** The pages of a list, or a function that reads the whole list. */
export type ListReader = AsyncIterable<object[]> | (() => Promise<object[]>);

export async function* allPages<Stored>(
  readAfter: (last: Stored | undefined) => Promise<Stored[]>,
  toRow: (stored: Stored) => object,
  rows = pageRows,
): AsyncGenerator<object[]> {
  let page: Stored[] = [];
  do {
    page = await readAfter(page.at(-1));
    yield page.map((stored) => toRow(stored));
  } while (page.length === rows);
}

/** Streams an object with fields and lists as JSON, one page of a list at a time. */
export async function* writeLists(lists: Record<string, ListReader>, head: object): AsyncGenerator<string> {
  yield JSON.stringify(head, null, 2).replace(/\n\}$/, '');
  for (const [name, list] of Object.entries(lists)) yield* writeList(name, list);
  yield '\n}\n';
}

async function* writeList(name: string, list: ListReader): AsyncGenerator<string> {
  yield `,\n  ${JSON.stringify(name)}: [`;
  let separator = '\n    ';
  for await (const page of typeof list === 'function' ? [list()] : list) {
    if (page.length === 0) continue;
    yield separator + page.map((row) => JSON.stringify(row)).join(',\n    ');
    separator = ',\n    ';
  }
  yield '\n  ]';
}
