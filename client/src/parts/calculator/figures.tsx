import type { ReactNode } from 'react';
import { formatAud } from '#parts/format.ts';
import { cx } from '#ui/cx.ts';
import styles from './figures.module.css';

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
    <dl className={cx(styles.figures, isStale && styles.stale)}>
      {figures.map(([label, figure, remark]) => (
        <div className={styles.figure} key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
          {remark && <dd className={styles.remark}>{remark}</dd>}
        </div>
      ))}
    </dl>
  );
}
