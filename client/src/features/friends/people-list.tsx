import { friendLimits } from 'contract/friends/friends.constants.ts';
import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type RefObject,
  type UIEvent,
  use,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { scrollable } from '#ui/layout/scrollable.ts';
import { useListener } from '#ui/use-listener.ts';
import { useStableRows } from './stable-rows.ts';
import './friends.css';

interface RowFrame {
  /** Freezes the rows and focuses the frame; called before the row of the focused button changes. */
  freeze: () => void;
  /** Shows the current rows. */
  release: () => void;
}

const Frame = createContext<RowFrame>({ freeze: () => undefined, release: () => undefined });

export const useRowFrame = (): RowFrame => use(Frame);

interface FocusFrameProps extends Omit<ComponentProps<'div'>, 'ref' | 'role' | 'tabIndex'> {
  'aria-label': string;
  stableRows: RowFrame;
}

const focusable = { role: 'group', tabIndex: -1 } as const;

/**
 * Takes the focus from its rows' buttons. The rows stay in place until the pointer or the focus leaves. A tab stop if it
 * scrolls.
 */
export function FocusFrame({ stableRows, ...frame }: FocusFrameProps) {
  const ref = useRef<HTMLDivElement>(null);
  const scrolls = useOverflows(ref);
  const releaseOutside = ({ target }: Event) => {
    if (!ref.current?.contains(target as Node)) stableRows.release();
  };
  // On a touch screen the user leaves by a press elsewhere. Released after the press, so that its target does not move.
  useListener('click', releaseOutside, 'document');
  useListener('keyup', releaseOutside, 'document');

  function freeze() {
    ref.current?.focus({ preventScroll: true });
    stableRows.freeze();
  }

  return (
    // oxlint-disable-next-line react/jsx-no-constructed-context-values -- each render has other rows to freeze.
    <Frame value={{ freeze, release: stableRows.release }}>
      <div
        ref={ref}
        {...frame}
        {...(scrolls ? scrollable : focusable)}
        onPointerLeave={({ pointerType }) => {
          if (pointerType === 'mouse') stableRows.release();
        }}
      />
    </Frame>
  );
}

interface PeopleListProps<Item> {
  label: string;
  items: Item[];
  empty?: ReactNode;
  isBusy?: boolean;
  children: (item: Item, isGone: boolean) => ReactNode;
}

/** Limited, because each image is a request and a list may have a thousand rows. */
const rowsAtOnce = 30;

/** Renders more rows on scrolling. */
export function PeopleList<Item extends { id: string }>({
  label,
  items,
  empty,
  isBusy = false,
  children,
}: PeopleListProps<Item>) {
  const [rowCount, setRowCount] = useState(rowsAtOnce);
  const { rows, ...stableRows } = useStableRows(items);

  function growNearEnd({ currentTarget: { scrollTop, clientHeight, scrollHeight } }: UIEvent) {
    const isNearEnd = scrollTop + 2 * clientHeight >= scrollHeight;
    if (isNearEnd && rowCount < rows.length) setRowCount(rowCount + rowsAtOnce);
  }

  return (
    <FocusFrame
      stableRows={stableRows}
      className="people-list"
      style={{ maxHeight: friendLimits.listMaxHeightPx }}
      aria-label={label}
      aria-busy={isBusy}
      onScroll={growNearEnd}
    >
      {rows.length === 0 ? (
        <p className="max-w-none px-2 py-4 text-sm text-muted">{empty}</p>
      ) : (
        <ul>
          {rows.slice(0, rowCount).map(({ item, isGone }) => (
            <li
              key={item.id}
              className="relative flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2 p-2 not-first:border-t not-first:border-rule"
            >
              {children(item, isGone)}
            </li>
          ))}
        </ul>
      )}
    </FocusFrame>
  );
}

export function RowActions({ children }: { children: ReactNode }) {
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 max-[375px]:[&>button]:px-2">{children}</div>
  );
}

/** Whether part of the content is clipped. */
function useOverflows(ref: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false);

  function measure() {
    const element = ref.current;
    setOverflows(element !== null && element.scrollHeight > element.clientHeight);
  }

  useLayoutEffect(measure);

  useEffect(() => {
    const observer = new ResizeObserver(measure);
    observer.observe(ref.current!);
    return () => observer.disconnect();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `measure` reads nothing that changes.
  }, []);

  return overflows;
}
