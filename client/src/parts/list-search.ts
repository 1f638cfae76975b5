import { useSearchParams } from 'react-router-dom';

/** The filters of a list by their names on the wire, with what was chosen; none of them empty. */
export type Filter = Readonly<Record<string, string>>;

export interface ListSearch {
  filter: Filter;
  page: number;
  /** Each is an entry of the browser's history. Another filter starts at its first page. */
  setFilter: (filter: Filter) => void;
  setPage: (page: number) => void;
}

/** What a list's address says. Fields of other names are not its own; what is no page is the first one. */
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

/** The filters, the sort and the page of a list, kept in its address: so it can be shared, and gone back to. */
export function useListSearch(names: readonly string[]): ListSearch {
  const [search, setSearch] = useSearchParams();
  const { filter, page } = readSearch(search, names);
  return {
    filter,
    page,
    setFilter: (next) => setSearch(writeSearch(next), { preventScrollReset: true }),
    setPage: (next) => setSearch(writeSearch(filter, next), { preventScrollReset: true }),
  };
}
