import { useQuery } from '@tanstack/react-query';
import { utcDay } from 'contract/days.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { HoursChart } from './hours-chart.tsx';
import { dayBefore, todayByHour } from './report-range.ts';
import { report, type Series } from './reports.queries.ts';

const refetchMs = 60_000;

/** The figures that lead, in their order; the others follow. */
const leading = ['failed_sign_ins', 'sign_ins', 'registrations', 'active_users'] as const;
const leadingKeys: readonly string[] = leading;

/** Today's figures with those of yesterday by this time, and the failed sign-ins by hour. */
export function Today() {
  const id = useId();
  const [request, setRequest] = useState(todayByHour);
  const { data, error, dataUpdatedAt } = useQuery({ ...report(request), refetchInterval: refetchMs });
  // The first figures after midnight are of a day that has ended.
  if (dataUpdatedAt > 0 && utcDay(new Date(dataUpdatedAt)) !== request.from) setRequest(todayByHour());
  const { data: yesterday } = useQuery(report(dayBefore(request)));
  const failed = find(data?.series, 'failed_sign_ins');
  const now = new Date(dataUpdatedAt).toISOString().slice(11, 16);
  const others = data?.series.filter(({ key }) => !leadingKeys.includes(key)) ?? [];
  return (
    <section className="flex flex-col gap-5" aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h2 className="panel-title" id={id}>
          Today
        </h2>
        <p className="text-xs text-muted">
          {request.from}, 00:00 {data ? `to ${now} UTC` : 'UTC until now'}
        </p>
      </div>
      {data ? (
        <>
          <dl className="grid grid-fit-[9rem] gap-x-5 gap-y-4">
            {leading.map((key) => {
              const series = find(data.series, key);
              return (
                series && (
                  <div key={key} className="border-t border-rule pt-3">
                    <dt className="text-sm text-muted">{series.label}</dt>
                    <dd className="text-2xl text-strong tabular-nums">
                      <Total series={series} day={request.from} />
                    </dd>
                    <dd className="text-xs text-muted tabular-nums">
                      {beforeText(series, (before) => `${before} yesterday by ${now}`)}
                    </dd>
                  </div>
                )
              );
            })}
          </dl>
          {failed && <HoursChart now={now} today={failed} yesterday={find(yesterday?.series, failed.key)} />}
        </>
      ) : (
        <p className="text-sm text-muted">
          {error ? `Failed to fetch the report: ${error.message}` : 'Loading…'}
        </p>
      )}
      <p className="text-sm">
        <Link to={`${paths.adminReports}?${new URLSearchParams(request).toString()}`}>
          View today’s report by hour
        </Link>
      </p>
      {others.length > 0 && (
        <>
          <h3 className="text-md">Also today</h3>
          <dl className="grid grid-fit-[9rem] gap-x-5 gap-y-4">
            {others.map((series) => (
              <div key={series.key}>
                <dt className="border-b border-rule pb-2 text-xs text-muted">{series.label}</dt>
                <dd className="pt-2 text-sm tabular-nums">
                  <strong className="text-strong">{formatNumber(series.total)}</strong>{' '}
                  <span className="text-muted">
                    {beforeText(series, (before) => `yesterday by this time ${before}`)}
                  </span>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

const find = (series: readonly Series[] | undefined, key: string) => series?.find((one) => one.key === key);

const beforeText = ({ previous_by_now: before }: Series, textOf: (before: string) => string) =>
  before === null ? 'yesterday is not complete' : textOf(formatNumber(before));

function Total({ series: { key, total }, day }: { series: Series; day: string }) {
  if (key !== 'failed_sign_ins') return formatNumber(total);
  return (
    <Link to={filteredPath(paths.adminIpRecords, { action: 'login_failed', created_after: day })}>
      {formatNumber(total)}
    </Link>
  );
}
