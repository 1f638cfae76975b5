import type { ReactNode } from 'react';
import { cx } from '#ui/cx.ts';

type Tone = 'error' | 'warn' | 'info' | 'ok';

interface AlertProps {
  tone: Tone;
  title: ReactNode;
  /** `alert` interrupts a screen reader; `status` is announced later. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}

const signs: Record<Tone, string> = { error: '!', warn: '!', info: 'i', ok: '+' };

const toneClasses: Record<Tone, string> = {
  error: '[--tone:var(--error)]',
  warn: '[--tone:var(--warn)]',
  info: '[--tone:var(--info)]',
  ok: '[--tone:var(--ok)]',
};

export function Alert({ tone, title, role, children }: AlertProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap gap-4 rounded border border-(--tone) bg-surface p-[min(1rem,4vw)]',
        toneClasses[tone],
      )}
      role={role}
      data-tone={tone}
    >
      <span
        className="size-target flex-none border border-(--tone) text-center leading-[calc(var(--target)-2*var(--line))] font-bold text-(--tone)"
        aria-hidden="true"
      >
        {signs[tone]}
      </span>
      {/* Below the sign where the longest word has no room beside it. */}
      <div className="flex max-w-full flex-[1_1_8rem] flex-col gap-2">
        {title && <p className="font-semibold tracking-wide text-(--tone)">{title}</p>}
        {children}
      </div>
    </div>
  );
}
