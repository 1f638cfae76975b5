import type { ComponentProps } from 'react';
import { cx } from '#ui/cx.ts';
import './progress-bar.css';

export function ProgressBar({ className, ...progress }: ComponentProps<'progress'>) {
  return <progress {...progress} className={cx('progress-bar forced-color-adjust-none', className)} />;
}
