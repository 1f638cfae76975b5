import { listLimits } from 'contract/limits.ts';
import { useLocation, useSearchParams } from 'react-router-dom';
import { isDayOrTime } from '#parts/format/calendar-dates.ts';
import { withoutListKey } from './open-record-state.ts';

/** The active filters by their names in the API, without empty values. */
export type Filter = Readonly<Record<string, string>>;

export interface ListSearch {
  filter: Filter;
  page: number;
  pageSize: number;
  /** Filters by a date that is none, as `name=value`. They are not applied. */
  unrecognized: readonly string[];
  /** Every setter adds a history entry. A change of the filter or of the page size returns to page 1. */
  setFilter: (filter: Filter) => void;
  /** Changes one field; an empty value removes it. */
  setField: (name: string, value: string) => void;
  setPage: (page: number) => void;
  setPageSize: (pageSize: number) => void;
}

interface SearchField {
  name: string;
  kind?: string;
}

export const pageSizes: readonly number[] = [listLimits.pageSize, 25, 50, listLimits.maxPageSize];

/** Reads the URL's query; an invalid page or page size becomes the default. */
export function readSearch(
  search: URLSearchParams,
  fields: readonly SearchField[],
  firstPageSize: number = listLimits.pageSize,
): Pick<ListSearch, 'filter' | 'page' | 'pageSize' | 'unrecognized'> {
  const values = fields.flatMap(({ name, kind }) => {
    const value = search.get(name)?.trim() ?? '';
    return value ? [{ name, value, isValid: kind !== 'date' || isDayOrTime(value) }] : [];
  });
  const filter = Object.fromEntries(
    values.filter(({ isValid }) => isValid).map(({ name, value }) => [name, value]),
  );
  const page = Number(search.get('page') ?? 1);
  const pageSize = Number(search.get('page_size'));
  return {
    filter,
    unrecognized: values.filter(({ isValid }) => !isValid).map(({ name, value }) => `${name}=${value}`),
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    pageSize: pageSizes.includes(pageSize) ? pageSize : firstPageSize,
  };
}

export function writeSearch(
  filter: Filter,
  page = 1,
  pageSize: number = listLimits.pageSize,
  firstPageSize: number = listLimits.pageSize,
): URLSearchParams {
  return new URLSearchParams({
    ...filter,
    ...(page > 1 && { page: String(page) }),
    ...(pageSize !== firstPageSize && { page_size: String(pageSize) }),
  });
}

/** A list's filter, sort, page and page size, stored in the URL. */
export function useListSearch(
  fields: readonly SearchField[],
  firstPageSize: number = listLimits.pageSize,
): ListSearch {
  const [search, setSearch] = useSearchParams();
  const location = useLocation();
  const { filter, page, pageSize, unrecognized } = readSearch(search, fields, firstPageSize);
  const write = (next: Filter, nextPage: number, size: number) =>
    setSearch(writeSearch(next, nextPage, size, firstPageSize), {
      preventScrollReset: true,
      state: withoutListKey(location.state),
    });
  const setFilter = (next: Filter) => write(next, 1, pageSize);
  return {
    filter,
    page,
    pageSize,
    unrecognized,
    setFilter,
    setField: (name, value) => setFilter(value ? { ...filter, [name]: value } : without(filter, name)),
    setPage: (next) => write(filter, next, pageSize),
    setPageSize: (next) => write(filter, 1, next),
  };
}

export function without(filter: Filter, name: string): Filter {
  return Object.fromEntries(Object.entries(filter).filter(([field]) => field !== name));
}
