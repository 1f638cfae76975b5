import { type ReactNode, useId } from 'react';
import { cx } from '#ui/cx.ts';

interface PanelProps {
  title: ReactNode;
  /** The target of links to the panel. */
  id?: string;
  /** At the end of the title line. */
  aside?: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

export function Panel({ title, id, aside, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section
      id={id}
      className={cx(
        'min-w-0 rounded border border-rule bg-surface print:break-inside-auto print:border-0',
        className,
      )}
      aria-labelledby={titleId}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-rule px-5 py-3 max-md:px-4 print:px-0">
        <h2 className="panel-title" id={titleId}>
          {title}
        </h2>
        {aside && <div className="text-xs tracking-wide text-dim">{aside}</div>}
      </div>
      <div className="p-5 max-md:p-4 print:px-0">{children}</div>
    </section>
  );
}
