import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { nextPage, pageButtons, previousPage } from './pages.ts';
import styles from './pagination.module.css';

interface PaginationProps {
  page: number;
  pages: number;
  /** How many rows there are on all pages, in words. */
  total: ReactNode;
  onPage: (page: number) => void;
}

/** The footer of a paged list. Its first and last page are neighbours. */
export function Pagination({ page, pages, total, onPage }: PaginationProps) {
  return (
    <nav className={styles.footer} aria-label="Pages">
      <output className={styles.total}>
        {total} · page {page} of {pages}
      </output>
      {pages > 1 && (
        <ul className={styles.buttons}>
          <li>
            <Turn label="Previous" arrow="m15 5-7 7 7 7" onClick={() => onPage(previousPage(page, pages))} />
          </li>
          {pageButtons(page, pages).map((number) => (
            <li key={number}>
              <Button
                className={styles.page}
                variant={number === page ? 'primary' : 'secondary'}
                aria-label={`Page ${number}`}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPage(number)}
              >
                {number}
              </Button>
            </li>
          ))}
          <li>
            <Turn label="Next" arrow="m9 5 7 7-7 7" onClick={() => onPage(nextPage(page, pages))} />
          </li>
        </ul>
      )}
    </nav>
  );
}

/** A word, where there is room for it; an arrow on phones. */
function Turn({ label, arrow, onClick }: { label: string; arrow: string; onClick: () => void }) {
  return (
    <Button className={styles.turn} onClick={onClick}>
      <Icon className={styles.arrow}>
        <path d={arrow} />
      </Icon>
      <span className={styles.word}>{label}</span>
    </Button>
  );
}
