import { useSearchParams } from 'react-router-dom';

/** Chosen values, none empty, by their names on the wire. */
export type Filter = Readonly<Record<string, string>>;

export interface ListSearch {
  filter: Filter;
  page: number;
  /** Both push an entry to the browser's history. Another filter starts at its first page. */
  setFilter: (filter: Filter) => void;
  setPage: (page: number) => void;
}

/** An invalid page is the first one. */
export function readSearch(
  search: URLSearchParams,
  names: readonly string[],
): { filter: Filter; page: number } {
  const filter = Object.fromEntries(
    names.flatMap((name) => {
      const value = search.get(name)?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const page = Number(search.get('page') ?? 1);
  return { filter, page: Number.isSafeInteger(page) && page > 0 ? page : 1 };
}

export function writeSearch(filter: Filter, page = 1): URLSearchParams {
  return new URLSearchParams(page > 1 ? { ...filter, page: String(page) } : filter);
}

/** The filters, the sort and the page of a list, kept in its address. */
export function useListSearch(fields: readonly { name: string }[]): ListSearch {
  const [search, setSearch] = useSearchParams();
  const { filter, page } = readSearch(
    search,
    fields.map(({ name }) => name),
  );
  return {
    filter,
    page,
    setFilter: (next) => setSearch(writeSearch(next), { preventScrollReset: true }),
    setPage: (next) => setSearch(writeSearch(filter, next), { preventScrollReset: true }),
  };
}

export function without(filter: Filter, name: string): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([field]) => field !== name));
}
