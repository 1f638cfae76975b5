import { memo } from 'react';
import { FigureHead, Table } from '#ui/layout/table.tsx';
import type { ScheduleColumn, ScheduleViewProps } from './schedule-table.tsx';
import type { ScheduleYear } from './schedule-years.ts';
import { YearButton } from '#parts/calculator/year-button.tsx';
import { formatAud } from '#parts/format/format.ts';

/** A compact table of years, each of which opens to a card per row. A single year shows cards only. */
export function ScheduleCards({ years, columns, isGrouped, opened, toggle }: ScheduleViewProps) {
  const [only] = years;
  if (only && !isGrouped) return <Cards year={only} columns={columns} />;
  return (
    <Table
      className="[&_:is(th,td)]:px-1 [&_:is(th,td)]:align-middle"
      caption="Amounts in Australian dollars"
    >
      <FigureHead row="Period" figures={['Interest', 'Balance']} />
      {years.map((year) => (
        <tbody key={year.year}>
          <tr>
            <th scope="row">
              <YearButton year={year.year} isOpen={opened.has(year.year)} toggle={toggle} />
            </th>
            <td className="text-right text-xs whitespace-nowrap">{formatAud(year.interest)}</td>
            <td className="text-right text-xs whitespace-nowrap">{formatAud(year.balance)}</td>
          </tr>
          {opened.has(year.year) && (
            <tr>
              <td colSpan={3} className="py-3 text-sm">
                <p className="mb-3 text-muted">
                  {formatAud(year.payment)} paid, {formatAud(year.principal)} of it principal.
                </p>
                <Cards year={year} columns={columns} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </Table>
  );
}

const Cards = memo(function Cards({ year, columns }: { year: ScheduleYear; columns: ScheduleColumn[] }) {
  return (
    <ol className="flex flex-col gap-3">
      {year.rows.map((row) => (
        <li className="flex-none border-s border-rule ps-4" key={row.period}>
          <p className="mb-2 text-sm text-strong">Period {row.period}</p>
          <dl className="text-sm leading-[1.5] tabular-nums">
            {columns.map(({ label, show }) => (
              <div className="flex justify-between gap-4 py-[2px]" key={label}>
                <dt className="text-muted">{label}</dt>
                <dd className="max-w-none text-right">{show(row)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ol>
  );
});
