import { type ReactNode, useId, useRef, useState } from 'react';
import { Icon } from '#ui/icon.tsx';
import { useDismissal } from '#ui/overlays/use-dismissal.ts';

interface MenuProps {
  label: string;
  mark: ReactNode;
  icon: (open: boolean) => ReactNode;
  current?: boolean;
  children: ReactNode;
}

/** A menu as wide as the bar. Escape, a click on a link, and focus or a press outside close it. */
export function Menu({ label, mark, icon, current = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useDismissal(open, { root, button }, () => setOpen(false));

  return (
    <div ref={root}>
      <button
        ref={button}
        type="button"
        className="bar-link inline-flex gap-2"
        aria-expanded={open}
        aria-controls={panelId}
        aria-current={current || undefined}
        onClick={() => setOpen(!open)}
      >
        <Icon>{icon(open)}</Icon>
        {label}
        {mark}
      </button>
      <div
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar-height))] overflow-auto overscroll-contain border-y border-rule bg-raised transition-[opacity,translate] duration-(--slide-duration) starting:-translate-y-2 starting:opacity-0"
        id={panelId}
        hidden={!open}
      >
        {open && children}
      </div>
    </div>
  );
}
