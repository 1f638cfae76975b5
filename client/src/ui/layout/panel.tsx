import { type ReactNode, useId } from 'react';
import { cx } from '#ui/cx.ts';

export interface PanelProps {
  title: ReactNode;
  /** The target of links to the panel. */
  id?: string;
  /** Content at the end of the title line. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/** A part of a screen under its title, without a frame. */
export function Panel({ title, id, aside, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section id={id} className={cx('min-w-0 print:break-inside-auto', className)} aria-labelledby={titleId}>
      <div className="flex min-h-[2.125rem] flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="panel-title" id={titleId}>
          {title}
        </h2>
        {(aside === 0 || aside) && <div className="min-w-0 text-xs text-muted">{aside}</div>}
      </div>
      <div className="pt-3">{children}</div>
    </section>
  );
}
