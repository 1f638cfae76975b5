import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { HourLine } from './hour-line.tsx';
import { todayByHour } from './report-range.ts';
import { report, type Series } from './reports.queries.ts';

const refetchMs = 60_000;

/** Today's figures with yesterday's, and the failed sign-ins by hour. */
export function Today() {
  const id = useId();
  const [request] = useState(todayByHour);
  const { data, error } = useQuery({ ...report(request), refetchInterval: refetchMs });
  const failed = data?.series.find(({ key }) => key === 'failed_sign_ins');
  return (
    <section className="flex flex-col gap-4" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h2 className="text-lg" id={id}>
          Today
        </h2>
        <p className="text-sm text-muted">{request.from}, from 00:00 UTC until now</p>
      </div>
      {data ? (
        <dl className="grid grid-fit-[11rem] gap-x-5 gap-y-4">
          {data.series.map((series) => (
            <div key={series.key}>
              <dt className="text-sm text-muted">{series.label}</dt>
              <dd className="text-xl text-strong tabular-nums">
                <Total series={series} day={request.from} />
              </dd>
              <dd className="text-xs text-muted tabular-nums">
                {series.previous_total === null
                  ? 'yesterday is not complete'
                  : `all of yesterday: ${formatNumber(series.previous_total)}`}
              </dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-sm text-muted">
          {error ? `Failed to fetch the report: ${error.message}` : 'Loading…'}
        </p>
      )}
      {failed && <HourLine series={failed} />}
      <p className="text-sm">
        <Link to={`${paths.adminReports}?${new URLSearchParams(request).toString()}`}>
          View today’s report by hour
        </Link>
      </p>
    </section>
  );
}

function Total({ series: { key, total }, day }: { series: Series; day: string }) {
  if (key !== 'failed_sign_ins') return formatNumber(total);
  return (
    <Link to={filteredPath(paths.adminIpRecords, { action: 'login_failed', created_after: day })}>
      {formatNumber(total)}
    </Link>
  );
}
