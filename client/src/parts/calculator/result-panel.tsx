import { type ReactNode, useId } from 'react';
import { detailsOf } from '#api/api-error.ts';
import { cx } from '#ui/cx.ts';
import { Failure } from '#ui/feedback/failure.tsx';
import { Tag } from '#ui/feedback/tag.tsx';

interface ResultPanelProps {
  /** The error of the last calculation; the figures are then those of the previous calculation. */
  error: Error | null;
  retry: () => unknown;
  /** Whether the terms have changed since the calculation. */
  isChanged: boolean;
  isPending: boolean;
  /** The figures need no visible title. */
  hasResult: boolean;
  /** A message about the terms, which is never dimmed. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The result of a calculator. Out-of-date figures remain visible but dimmed until there are new ones. */
export function ResultPanel(props: ResultPanelProps) {
  const { error, retry, isChanged, isPending, hasResult, notice, children } = props;
  const titleId = useId();
  const isStale = isChanged || isPending || error !== null;
  const isRefused = Object.keys(detailsOf(error)).length > 0;
  return (
    <section className="@container relative min-w-0 print:break-inside-auto" aria-labelledby={titleId}>
      <h2 className={cx('panel-title', hasResult ? 'sr-only' : 'mb-3')} id={titleId}>
        Summary
      </h2>
      <div className="flex flex-col gap-4">
        {isChanged && (
          <p>
            <Tag tone="warn">TERMS CHANGED</Tag>
          </p>
        )}
        {notice}
        {error && <Failure title="Calculation Error" error={error} retry={isRefused ? undefined : retry} />}
        <div className={cx('flex flex-col gap-4', isStale && 'dimmed')}>{children}</div>
      </div>
    </section>
  );
}
