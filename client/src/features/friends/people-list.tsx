import { friendLimits } from 'contract/friends.constants.ts';
import { type ReactNode, type UIEvent, useState } from 'react';
import { KeptFocus } from './kept-focus.tsx';
import styles from './people-list.module.css';

interface PeopleListProps<Item> {
  label: string;
  items: Item[];
  /** Stands in place of rows. */
  empty?: ReactNode;
  isBusy?: boolean;
  children: (item: Item) => ReactNode;
}

/** Rows made at once: every image among them costs a request, and a list may have a thousand. */
const rowsAtOnce = 30;

/** People or requests, one row each, in a frame of limited height that the keyboard can scroll. */
export function PeopleList<Item extends { id: string }>({
  label,
  items,
  empty,
  isBusy = false,
  children,
}: PeopleListProps<Item>) {
  const [rowCount, setRowCount] = useState(rowsAtOnce);

  function growNearEnd({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) {
    const isNearEnd = scrollTop + 2 * clientHeight >= scrollHeight;
    if (isNearEnd && rowCount < items.length) setRowCount(rowCount + rowsAtOnce);
  }

  return (
    <KeptFocus
      className={styles.frame}
      style={{ maxHeight: friendLimits.listMaxHeightPx }}
      aria-label={label}
      aria-busy={isBusy}
      onScroll={growNearEnd}
    >
      {items.length === 0 ? (
        <p className={styles.empty}>{empty}</p>
      ) : (
        <ul className={styles.rows}>
          {items.slice(0, rowCount).map((item) => (
            <li key={item.id} className={styles.row}>
              {children(item)}
            </li>
          ))}
        </ul>
      )}
    </KeptFocus>
  );
}

/** What can be done with a row, at its far end; below the name where there is no room. */
export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
