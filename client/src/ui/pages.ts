import { listLimits } from 'contract/limits.ts';

/** The numbers of the page buttons: at most five, centred on the present page as far as the ends allow. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(pages, listLimits.pageButtons);
  const centred = page - Math.floor(listLimits.pageButtons / 2);
  const first = Math.max(1, Math.min(centred, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

/** Before the first page comes the last. */
export function previousPage(page: number, pages: number): number {
  return page <= 1 ? pages : page - 1;
}

/** After the last page comes the first. */
export function nextPage(page: number, pages: number): number {
  return page >= pages ? 1 : page + 1;
}
