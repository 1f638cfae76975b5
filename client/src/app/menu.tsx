import { type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { useDismissal } from '#ui/use-dismissal.ts';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  mark: ReactNode;
  icon: (open: boolean) => ReactNode;
  /** Spans the bar instead of hanging below its button. */
  wide?: boolean;
  current?: boolean;
  children: ReactNode;
}

/** Closed by Escape, a choice, or focus or pointer outside. */
export function Menu({ label, mark, icon, wide = false, current = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useDismissal(open, { root, button }, () => setOpen(false));

  return (
    <div ref={root} className={cx(styles.menu, wide && styles.wide)}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={listId}
        aria-current={current || undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon>{icon(open)}</Icon>
        {label}
        {mark}
      </button>
      <ul className={styles.list} id={listId} hidden={!open}>
        {children}
      </ul>
    </div>
  );
}
