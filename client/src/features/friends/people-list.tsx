import { friendLimits } from 'contract/friends.constants.ts';
import {
  type ComponentProps,
  type ReactNode,
  type RefObject,
  type UIEvent,
  createContext,
  use,
  useRef,
  useState,
} from 'react';
import { scrollable } from '#ui/scrollable.ts';
import { useOverflows } from '#ui/use-overflows.ts';
import styles from './people-list.module.css';

const Frame = createContext<RefObject<HTMLElement | null>>({ current: null });

/** @returns a function to call before the focused button disappears. */
export function useKeepFocus(): () => void {
  const frame = use(Frame);
  return () => frame.current?.focus({ preventScroll: true });
}

interface KeptFocusProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'tabIndex'> {
  'aria-label': string;
}

const focusable = { role: 'group', tabIndex: -1 } as const;

/** Takes the focus from the buttons of its rows. Where it scrolls, it is a tab stop. */
export function KeptFocus(frame: KeptFocusProps) {
  const ref = useRef<HTMLDivElement>(null);
  const scrolls = useOverflows(ref);
  return (
    <Frame value={ref}>
      <div ref={ref} {...frame} {...(scrolls ? scrollable : focusable)} />
    </Frame>
  );
}

interface PeopleListProps<Item> {
  label: string;
  items: Item[];
  empty?: ReactNode;
  isBusy?: boolean;
  children: (item: Item) => ReactNode;
}

/** Every image costs a request, and a list may have a thousand. */
const rowsAtOnce = 30;

/** Grows as it is scrolled. */
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

export function RowActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
