import { type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { useDismissal } from '#ui/overlays/use-dismissal.ts';

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
    <div ref={root} className={wide ? 'static' : 'relative'}>
      <button
        ref={button}
        type="button"
        className="bar-link inline-flex gap-2"
        aria-expanded={open}
        aria-controls={listId}
        aria-current={current || undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon>{icon(open)}</Icon>
        {label}
        {mark}
      </button>
      <ul
        className={cx(
          'absolute top-full right-0 min-w-[12rem] border-rule bg-raised transition-[opacity,translate] duration-(--slide-duration) starting:-translate-y-2 starting:opacity-0',
          wide ? 'left-0 border-y' : 'border',
        )}
        id={listId}
        hidden={!open}
      >
        {children}
      </ul>
    </div>
  );
}
