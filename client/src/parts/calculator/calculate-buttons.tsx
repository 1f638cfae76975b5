import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { cx } from '#ui/cx.ts';

interface CalculateButtonsProps {
  className?: string;
  isPending: boolean;
  clear: () => void;
  /** Further buttons. */
  children?: ReactNode;
}

/** The buttons below the fields of a calculator. */
export function CalculateButtons({ className, isPending, clear, children }: CalculateButtonsProps) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-x-5 gap-y-3 [&>.button-primary]:min-w-[min(9.5rem,100%)]',
        className,
      )}
    >
      <Button type="submit" variant="primary" loading={isPending}>
        Calculate
      </Button>
      <Button variant="ghost" onClick={clear}>
        Clear Form
      </Button>
      {children}
    </div>
  );
}
