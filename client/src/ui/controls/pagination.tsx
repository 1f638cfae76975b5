import { listLimits } from 'contract/limits.ts';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from '#ui/icon.tsx';

interface PaginationProps {
  page: number;
  pages: number;
  total: ReactNode;
  onPage: (page: number) => void;
  /** Content after the buttons. */
  aside?: ReactNode;
}

/** Next on the last page leads to the first page, and Previous on the first page to the last. */
export function Pagination({ page, pages, total, onPage, aside }: PaginationProps) {
  const numbers = pageButtons(page, pages);
  return (
    <nav
      className="flex flex-wrap items-center justify-between gap-x-5 gap-y-3 max-md:flex-col"
      aria-label="Pages"
    >
      <output className="text-sm text-muted tabular-nums">
        {total} · page {page} of {pages}
      </output>
      {pages > 1 && (
        <ul className="flex flex-wrap gap-2 max-md:justify-center max-sm:gap-1">
          {numbers[0] !== 1 && (
            <PageTurnButton label="First" arrow="m18 5-7 7 7 7M11 5l-7 7 7 7" onClick={() => onPage(1)} />
          )}
          <PageTurnButton
            label="Previous"
            arrow="m15 5-7 7 7 7"
            onClick={() => onPage(previousPage(page, pages))}
          />
          {numbers.map((number) => (
            <li key={number}>
              <Button
                className="min-w-control px-2 tabular-nums max-sm:min-w-6 max-sm:px-0"
                variant={number === page ? 'primary' : 'secondary'}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </Button>
            </li>
          ))}
          <PageTurnButton label="Next" arrow="m9 5 7 7-7 7" onClick={() => onPage(nextPage(page, pages))} />
          {numbers.at(-1) !== pages && (
            <PageTurnButton label="Last" arrow="m6 5 7 7-7 7m7-14 7 7-7 7" onClick={() => onPage(pages)} />
          )}
        </ul>
      )}
      {aside}
    </nav>
  );
}

/** Shows an arrow instead of the label on narrow screens. */
function PageTurnButton({ label, arrow, onClick }: { label: string; arrow: string; onClick: () => void }) {
  return (
    <li>
      <Button className="max-sm:min-w-6 max-sm:px-0" onClick={onClick}>
        <Icon className="hidden max-sm:block">
          <path d={arrow} />
        </Icon>
        <span className="max-sm:sr-only">{label}</span>
      </Button>
    </li>
  );
}

/** The numbers of at most five pages, centred on the current page. */
export function pageButtons(page: number, pages: number): number[] {
  const count = Math.min(pages, listLimits.pageButtons);
  const centred = page - Math.floor(listLimits.pageButtons / 2);
  const first = Math.max(1, Math.min(centred, pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}

export function previousPage(page: number, pages: number): number {
  return page <= 1 ? pages : page - 1;
}

export function nextPage(page: number, pages: number): number {
  return page >= pages ? 1 : page + 1;
}
