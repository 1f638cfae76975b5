import type { ComponentProps } from 'react';
import { cx } from './cx.ts';
import styles from './progress-bar.module.css';

export function ProgressBar({ className, ...progress }: ComponentProps<'progress'>) {
  return <progress {...progress} className={cx(styles.bar, className)} />;
}
