import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#ui/cx.ts';

interface LinkCard {
  to: string;
  title: string;
  content: ReactNode;
}

// Classes, because a page of the server has no inline styles.
const mediumColumns = { 2: 'md:grid-cols-2', 3: 'md:grid-cols-3' };
const wideColumns = {
  3: 'min-[1100px]:grid-cols-3',
  4: 'min-[1100px]:grid-cols-4',
  5: 'min-[1100px]:grid-cols-5',
};

/** The columns that fill each row, so that no cell stays empty. */
const columnsFor = (cards: number, classes: Readonly<Record<number, string>>) =>
  Object.entries(classes).findLast(([columns]) => cards % Number(columns) === 0)?.[1] ?? classes[3];

export function LinkCards({ cards }: { cards: readonly LinkCard[] }) {
  return (
    <ul
      className={cx(
        'grid gap-x-5 gap-y-6',
        columnsFor(cards.length, mediumColumns),
        columnsFor(cards.length, wideColumns),
      )}
    >
      {cards.map(({ to, title, content }) => (
        <li
          className="flex flex-col gap-2 border-t border-rule pt-3 [&_p+p]:mt-auto [&_p+p]:text-sm [&_p+p]:text-muted"
          key={to}
        >
          <h3 className="text-md">
            <Link to={to}>{title}</Link>
          </h3>
          {content}
        </li>
      ))}
    </ul>
  );
}
