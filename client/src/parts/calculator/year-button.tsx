import type { ReactNode } from 'react';
import { Icon } from '#ui/icon.tsx';

interface RowsButtonProps {
  id?: string;
  isOpen: boolean;
  toggle: () => void;
  children: ReactNode;
}

/** Opens and closes the rows below a row of a table. */
export function RowsButton({ id, isOpen, toggle, children }: RowsButtonProps) {
  return (
    <button
      type="button"
      className="group flex min-h-target items-center gap-1 text-left whitespace-nowrap text-strong"
      id={id}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      <Icon className="text-accent transition-transform duration-(--slide-duration) group-aria-expanded:rotate-90">
        <path d="m9 5 7 7-7 7" />
      </Icon>
      {children}
    </button>
  );
}

interface YearButtonProps {
  year: number;
  isOpen: boolean;
  toggle: (year: number) => void;
}

export const YearButton = ({ year, isOpen, toggle }: YearButtonProps) => (
  <RowsButton id={yearButtonId(year)} isOpen={isOpen} toggle={() => toggle(year)}>
    Year {year}
  </RowsButton>
);

/** The element id to which links to the year scroll. */
export const yearButtonId = (year: number) => `schedule-year-${year}`;
