import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import styles from './figures.module.css';

interface FiguresProps {
  /** The first is the answer, and stands large. */
  figures: readonly (readonly [label: string, figure: ReactNode])[];
  /** Whether they belong to other terms than those that stand above them. */
  isStale: boolean;
}

export function Figures({ figures, isStale }: FiguresProps) {
  return (
    <dl className={cx(styles.figures, isStale && styles.stale)}>
      {figures.map(([label, figure]) => (
        <div className={styles.figure} key={label}>
          <dt>{label}</dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
