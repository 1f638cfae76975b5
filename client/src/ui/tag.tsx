import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './tag.module.css';

interface TagProps {
  tone: 'quiet' | 'info' | 'warn' | 'error' | 'critical';
  children: ReactNode;
}

export function Tag({ tone, children }: TagProps) {
  return <span className={cx(styles.tag, styles[tone])}>{children}</span>;
}
