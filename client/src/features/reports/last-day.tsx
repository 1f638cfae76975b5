import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { lastDay } from './report-range.ts';
import { report } from './reports.queries.ts';

/** The report of yesterday. */
export function LastDay() {
  const [request] = useState(lastDay);
  const { data, error } = useQuery(report(request));
  const path = `${paths.adminReports}?${new URLSearchParams(request).toString()}`;
  return (
    <Panel title="Last Day" aside={`${request.from}, ${request.time_zone}`}>
      {data ? (
        <dl className="grid grid-fit-[9rem] gap-x-4 gap-y-3">
          {data.series.map(({ key, label, total }) => (
            <div key={key}>
              <dt className="text-xs text-muted">{label}</dt>
              <dd className="text-lg text-text tabular-nums">{formatNumber(total)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-sm text-muted">
          {error ? `Failed to fetch the report: ${error.message}` : 'Counting…'}
        </p>
      )}
      <p className="mt-4 text-sm">
        <Link to={path}>The report of this day</Link>
      </p>
    </Panel>
  );
}
