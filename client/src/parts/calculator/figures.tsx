import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

/** The remark stands below the figure. */
export type FigureEntry = readonly [label: string, figure: ReactNode, remark?: string | undefined];

interface FiguresProps {
  /** The first is the result and shown large. */
  figures: readonly FigureEntry[];
}

export function Figures({ figures }: FiguresProps) {
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
                ? 'text-[length:clamp(var(--text-lg),9cqi,var(--text-3xl))] font-semibold text-accent'
                : 'text-lg',
            )}
          >
            {figure}
          </dd>
          {remark && (
            <dd className="text-xs leading-[1.5] wrap-anywhere text-muted tabular-nums">{remark}</dd>
          )}
        </div>
      ))}
    </dl>
  );
}
