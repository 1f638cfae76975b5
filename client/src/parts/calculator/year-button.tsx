import { Icon } from '#ui/icon.tsx';

interface YearButtonProps {
  year: number;
  isOpen: boolean;
  toggle: (year: number) => void;
}

/** Opens and closes the rows of a year. */
export function YearButton({ year, isOpen, toggle }: YearButtonProps) {
  return (
    <button
      type="button"
      className="group flex min-h-target items-center gap-1 whitespace-nowrap text-accent"
      id={yearButtonId(year)}
      aria-expanded={isOpen}
      onClick={() => toggle(year)}
    >
      <Icon className="transition-transform duration-(--slide-duration) group-aria-expanded:rotate-90">
        <path d="m9 5 7 7-7 7" />
      </Icon>
      Year {year}
    </button>
  );
}

/** The element id to which links to the year scroll. */
export const yearButtonId = (year: number) => `schedule-year-${year}`;
