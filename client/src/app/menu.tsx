import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  icon: (open: boolean) => ReactNode;
  /** Spans the bar instead of hanging below its button. */
  wide?: boolean;
  current?: boolean;
  children: ReactNode;
}

/** Discloses links. Closed by Escape, a choice, or focus or pointer outside. */
export function Menu({ label, icon, wide = false, current = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return undefined;
    const listeners = new AbortController();
    const on = (type: string, close: (event: Event) => boolean) =>
      document.addEventListener(type, (event) => close(event) && setOpen(false), {
        signal: listeners.signal,
      });
    const isInside = ({ target }: Event) => root.current?.contains(target as Node) === true;

    on('pointerdown', (event) => !isInside(event));
    on('focusin', (event) => !isInside(event));
    on('click', (event) => isInside(event) && (event.target as Element).closest('a') !== null);
    on('keydown', (event) => {
      if ((event as KeyboardEvent).key !== 'Escape') return false;
      if (isInside(event)) button.current?.focus();
      return true;
    });
    return () => listeners.abort();
  }, [open]);

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
      </button>
      <ul className={styles.list} id={listId} hidden={!open}>
        {children}
      </ul>
    </div>
  );
}
