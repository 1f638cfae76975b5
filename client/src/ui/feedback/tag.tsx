import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

interface TagProps {
  tone: 'quiet' | 'info' | 'warn' | 'error' | 'critical';
  children: ReactNode;
}

const toneClasses: Record<TagProps['tone'], string> = {
  quiet: 'border-current text-dim',
  info: 'border-current text-info',
  warn: 'border-current text-warn',
  error: 'border-current text-error',
  critical: 'border-error bg-error text-on-accent',
};

export function Tag({ tone, children }: TagProps) {
  return (
    <span
      className={cx(
        'inline-block rounded border px-2 py-0 text-xs leading-[1.6] font-semibold tracking-wide',
        toneClasses[tone],
      )}
    >
      {children}
    </span>
  );
}
