import { memo } from 'react';
import type { ScheduleColumn, ScheduleViewProps } from './schedule-table.tsx';
import type { ScheduleYear } from './schedule-years.ts';
import { YearButton } from '#parts/calculator/year-button.tsx';
import { formatAud } from '#parts/format/format.ts';

/** A card per row, below the year's button while it is open. A single year has no button. */
export function ScheduleCards({ years, columns, isGrouped, opened, toggle }: ScheduleViewProps) {
  const [only] = years;
  if (only && !isGrouped) return <Cards year={only} columns={columns} />;
  return years.map((year) => {
    const isOpen = opened.has(year.year);
    return (
      <section key={year.year} className="border-t border-rule py-2">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h3 className="text-md">
            <YearButton year={year.year} isOpen={isOpen} toggle={toggle} />
          </h3>
          <dl className="text-xs tabular-nums">
            <Sum label="Interest" figure={year.interest} />
            <Sum label="Balance" figure={year.balance} />
          </dl>
        </div>
        {isOpen && (
          <div className="py-3">
            <p className="mb-3 max-w-none text-sm text-muted">
              {formatAud(year.payment)} paid, {formatAud(year.principal)} of it principal.
            </p>
            <Cards year={year} columns={columns} />
          </div>
        )}
      </section>
    );
  });
}

function Sum({ label, figure }: { label: string; figure: number }) {
  return (
    <div className="flex flex-wrap justify-between gap-x-4">
      <dt className="text-muted">{label}</dt>
      <dd className="ms-auto text-right">{formatAud(figure)}</dd>
    </div>
  );
}

const Cards = memo(function Cards({ year, columns }: { year: ScheduleYear; columns: ScheduleColumn[] }) {
  return (
    <ol className="grid grid-fill-[16rem] gap-3">
      {year.rows.map((row) => (
        <li className="rounded border border-rule bg-surface px-4 py-3" key={row.period}>
          <p className="mb-2 text-sm text-strong">Period {row.period}</p>
          <dl className="text-sm leading-[1.5] tabular-nums">
            {columns.map(({ label, show }) => (
              <div className="flex flex-wrap justify-between gap-x-4 py-[2px]" key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="ms-auto max-w-none text-right">{show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
});
