import { memo, useMemo } from 'react';
import { Panel } from '#ui/layout/panel.tsx';
import { Chart } from '#parts/chart/chart.tsx';
import { formatAud } from '#parts/format/format.ts';
import { type ScheduleRow, yearsOf } from './schedule-years.ts';

interface YearsChartProps {
  rows: ScheduleRow[];
  periodsPerYear: number;
}

/** Principal and interest by year; the schedule under it has the same figures as a table. */
export const YearsChart = memo(function YearsChart({ rows, periodsPerYear }: YearsChartProps) {
  const years = useMemo(() => yearsOf(rows, periodsPerYear), [rows, periodsPerYear]);
  const [first, last] = [years[0], years.at(-1)];
  if (!first || !last) return null;
  return (
    <Panel title="Principal and Interest by Year" className="print:hidden">
      <Chart
        kind="bar"
        labels={years.map(({ year }) => String(year))}
        labelText={(index) => `Year ${index + 1}`}
        series={[
          { name: 'Principal', color: 'accent', values: years.map(({ principal }) => principal) },
          { name: 'Interest', color: 'muted', values: years.map(({ interest }) => interest) },
        ]}
        label={`Bar chart: in year 1, principal ${formatAud(first.principal)} and interest ${formatAud(first.interest)}; in year ${last.year}, principal ${formatAud(last.principal)} and interest ${formatAud(last.interest)}. Every year stands in the schedule.`}
      />
    </Panel>
  );
});
