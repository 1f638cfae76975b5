import type { ReactNode } from 'react';
import { formatAud } from '#parts/format/format.ts';
import { cx } from '#ui/cx.ts';

interface FiguresProps {
  /** The first is the result and shown large; a remark stands below its figure. */
  figures: readonly (readonly [label: string, figure: ReactNode, remark?: string | undefined])[];
  /** Whether the terms have changed since. */
  isStale?: boolean;
}

/** A dash before the first result. */
export function shownFigure(figure: number | undefined, format = formatAud): string {
  return figure === undefined ? '–' : format(figure);
}

export function Figures({ figures, isStale = false }: FiguresProps) {
  return (
    <dl className="flex flex-wrap gap-line border border-rule bg-rule">
      {figures.map(([label, figure, remark], index) => (
        <div
          className={cx(
            'flex flex-col gap-1 bg-surface px-4 py-3',
            index === 0 ? '@container flex-[1_1_100%]' : 'flex-[1_1_14rem]',
          )}
          key={label}
        >
          <dt className="text-xs tracking-wide text-muted">{label}</dt>
          <dd
            className={cx(
              'leading-[1.3] wrap-anywhere tabular-nums',
              index === 0
                ? 'text-[length:clamp(var(--text-lg),9cqi,var(--text-3xl))] font-semibold'
                : 'text-lg',
              // Figures of other terms: read, but not taken for the present ones. The lowest that a text may go.
              isStale ? 'text-dim' : index === 0 && 'text-accent',
            )}
          >
            {figure}
          </dd>
          {remark && (
            <dd
              className={cx(
                'text-xs leading-[1.5] wrap-anywhere tabular-nums',
                isStale ? 'text-dim' : 'text-muted',
              )}
            >
              {remark}
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
