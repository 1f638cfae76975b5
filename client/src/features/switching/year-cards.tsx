import { memo } from 'react';
import { YearButton } from '#parts/calculator/year-button.tsx';
import type { YearViewProps } from './year-table.tsx';
import { figuresOf, rowTitle, type SwitchRow, type SwitchYear } from './years.ts';

/** On a narrow screen: a card for each year, which opens to a card for each payment. */
export function YearCards({ names, years, opened, toggle }: YearViewProps) {
  return (
    <ul className="flex flex-col gap-4 [&>li+li]:border-t [&>li+li]:border-t-rule [&>li+li]:pt-4">
      {years.map((year) => (
        <YearCard key={year.year} names={names} year={year} isOpen={opened.has(year.year)} toggle={toggle} />
      ))}
    </ul>
  );
}

interface YearCardProps {
  names: readonly string[];
  year: SwitchYear;
  isOpen: boolean;
  toggle: (year: number) => void;
}

const YearCard = memo(function YearCard({ names, year, isOpen, toggle }: YearCardProps) {
  return (
    <li className="flex flex-col gap-2">
      {year.year === 0 ? (
        'Day of the change'
      ) : (
        <YearButton year={year.year} isOpen={isOpen} toggle={toggle} />
      )}
      <Figures names={names} row={year} isShort={!isOpen} />
      {isOpen && (
        <ol className="flex flex-col gap-3">
          {year.rows.map((row) => (
            <li key={row.period} className="border-s border-rule ps-4">
              <p className="mb-2 text-sm tracking-wide text-accent">Payment {rowTitle(row)}</p>
              <Figures names={names} row={row} />
            </li>
          ))}
        </ol>
      )}
    </li>
  );
});

interface FiguresProps {
  names: readonly string[];
  row: SwitchRow;
  /** Whether to show only the differences. */
  isShort?: boolean;
}

function Figures({ names, row, isShort = false }: FiguresProps) {
  return (
    <dl className="flex flex-col text-sm leading-[1.5] tabular-nums">
      {row.costs.flatMap((costs, index) =>
        figuresOf(costs)
          .filter(({ label }) => !isShort || label === 'Difference')
          .map(({ label, figure }) => (
            <div key={`${index}${label}`} className="flex flex-wrap justify-between gap-x-4">
              <dt className="min-w-0 wrap-anywhere text-muted">
                {names[index]}: {label.toLowerCase()}
              </dt>
              <dd>{figure}</dd>
            </div>
          )),
      )}
    </dl>
  );
}
