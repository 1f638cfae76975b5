import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import styles from './menu.module.css';

interface MenuProps {
  label: string;
  /** The drawing beside the label, closed and open. */
  icon: (open: boolean) => ReactNode;
  /** Spans the whole bar instead of hanging below its button. */
  wide?: boolean;
  children: ReactNode;
}

/** A button that discloses a list of links: closed by Escape, by a choice, and by going elsewhere. */
export function Menu({ label, icon, wide = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();

  useEffect(() => {
    if (!open) return;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, [open]);

  return (
    <div
      ref={root}
      className={cx(styles.menu, wide && styles.wide)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={listId}
        onClick={() => setOpen(!open)}
      >
        <Icon>{icon(open)}</Icon>
        {label}
      </button>
      <ul className={styles.list} id={listId} hidden={!open} onClick={() => setOpen(false)}>
        {children}
      </ul>
    </div>
  );
}
