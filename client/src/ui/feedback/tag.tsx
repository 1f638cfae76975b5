import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';
import './tag.css';

interface TagProps {
  tone: 'lead' | 'quiet' | 'info' | 'warn' | 'error' | 'critical';
  children: ReactNode;
}

const toneClasses: Record<TagProps['tone'], string> = {
  lead: 'text-accent',
  quiet: 'text-muted',
  info: 'text-info',
  warn: 'text-warn',
  error: 'text-error',
  critical: 'border-error bg-error text-on-accent',
};

export function Tag({ tone, children }: TagProps) {
  return <span className={cx('tag', toneClasses[tone])}>{children}</span>;
}
