import { type SyntheticEvent, useId } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf, Select } from '#ui/controls/input.tsx';
import type { useOpenedYears } from './use-opened-years.ts';
import { yearButtonId } from '#parts/calculator/year-button.tsx';

interface YearControlsProps {
  years: number;
  opening: ReturnType<typeof useOpenedYears>;
}

/** Opens a chosen year and scrolls to it, or opens all. */
export function YearControls({ years, opening }: YearControlsProps) {
  const id = useId();

  function jump(event: SyntheticEvent<HTMLFormElement>) {
    event.preventDefault();
    const year = Number(new FormData(event.currentTarget).get('year'));
    flushSync(() => opening.open(year));
    const button = document.getElementById(yearButtonId(year));
    button?.focus({ preventScroll: true });
    button?.scrollIntoView();
  }

  return (
    <>
      <form
        className="flex flex-wrap items-center gap-3 [&_select]:w-[6rem]"
        onSubmit={jump}
        aria-label="Jump to a year"
      >
        <label className="text-sm text-muted" htmlFor={id}>
          Year
        </label>
        <Select
          id={id}
          name="year"
          options={optionsOf(Array.from({ length: years }, (_, index) => index + 1))}
        />
        <Button type="submit">Go</Button>
      </form>
      {opening.areAllOpen ? (
        <Button onClick={opening.closeAll}>Close All Years</Button>
      ) : (
        <Button onClick={opening.openAll}>Open All Years</Button>
      )}
    </>
  );
}
