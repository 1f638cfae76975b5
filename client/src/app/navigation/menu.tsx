import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useIsStatic } from '#parts/page/today.ts';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { useDismissal } from '#ui/overlays/use-dismissal.ts';

interface MenuProps {
  label: string;
  mark: ReactNode;
  icon: (open: boolean) => ReactNode;
  current?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A menu as wide as the bar. Escape, a click on a link, and focus or a press outside close it. In a page of the server it
 * is open while the focus is in it, so that its links work without the app.
 */
export function Menu({ label, mark, icon, current = false, className, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();
  const isStatic = useIsStatic();

  useDismissal(open, { root, button }, () => setOpen(false));

  useEffect(() => {
    // It was opened before the app took over.
    if (root.current?.contains(document.activeElement)) setOpen(true);
  }, []);

  return (
    // In some browsers a press focuses no button, but what is around it.
    <div ref={root} className={cx(className, isStatic && 'group')} tabIndex={isStatic ? -1 : undefined}>
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
        className="absolute inset-x-0 top-full max-h-[calc(100dvh-var(--bar-height))] overflow-auto overscroll-contain border-y border-rule bg-raised transition-[opacity,translate] duration-(--slide-duration) group-focus-within:block starting:-translate-y-2 starting:opacity-0"
        id={panelId}
        hidden={!open}
      >
        {(open || isStatic) && children}
      </div>
    </div>
  );
}
