import { useQuery } from '@tanstack/react-query';
import { utcDay } from 'contract/days.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { dayBefore, todayByHour } from './report-range.ts';
import { report, type Series } from './reports.queries.ts';
import { TimeLines } from '#parts/chart/time-lines.tsx';
import { cx } from '#ui/cx.ts';

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

interface HoursChartProps {
  /** `HH:MM`. */
  now: string;
  /** Its points end with the hour under way. */
  today: Series;
  yesterday: Series | undefined;
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));
const axis = { kind: 'bar', unit: 'number', labelEvery: 6, isLabelledAtStarts: true } as const;

/** A column for each hour of today until now, below yesterday's steps. The arrow keys read an hour of both. */
export function HoursChart({ now, today, yesterday }: HoursChartProps) {
  const noun = today.label.toLowerCase();
  const valuesOf = ({ points }: Series) => hours.map((_, hour) => points[hour]?.value ?? null);
  const [counts, before] = [valuesOf(today), yesterday && valuesOf(yesterday)];
  const last = today.points.length - 1;
  const textOf = (hour: number) => {
    const parts = [
      textOfValue(counts[hour], hour === last ? ' today so far' : ' today'),
      textOfValue(before?.[hour], ' yesterday'),
    ].filter(Boolean);
    return `${noun[0]?.toUpperCase()}${noun.slice(1)} from ${hours[hour]}:00 to ${String(hour + 1).padStart(2, '0')}:00: ${parts.join(', ')}.`;
  };
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-5 gap-y-1">
        <h3 className="text-md">{today.label} by hour</h3>
        <p className="text-xs text-muted">
          {peakText(today, 'Most')} {yesterday && yesterday.total > 0 && peakText(yesterday, 'Yesterday')}
        </p>
      </div>
      <TimeLines
        label={`${today.label} by hour, today and yesterday`}
        selectLabel="Hour of the chart"
        className="h-[10.5rem]"
        axis={axis}
        dates={hours}
        current={hours[last] ?? ''}
        textOf={textOf}
        overPlot={
          <>
            <span
              className={cx(
                'absolute inset-y-0 flex items-end border-strong font-semibold whitespace-nowrap text-strong',
                // In the afternoon there is room on the left alone.
                last < 12 ? 'border-s ps-1' : '-translate-x-full border-e pe-1',
              )}
              style={{ left: `${(100 * (last + Number(now.slice(3)) / 60)) / hours.length}%` }}
            >
              <span className="bg-bg px-1">{now} now</span>
            </span>
            <span className="absolute top-full right-0 translate-x-1/2 pt-[0.6em] text-muted">24</span>
          </>
        }
        series={[
          { name: `today ${formatNumber(today.total)}`, color: 'accent', values: counts },
          ...(before && yesterday
            ? [
                {
                  name: `yesterday ${formatNumber(yesterday.total)}`,
                  color: 'muted' as const,
                  isDashed: true,
                  isStepped: true,
                  values: before,
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}

const textOfValue = (value: number | null | undefined, words: string) =>
  typeof value === 'number' ? formatNumber(value) + words : '';

function peakText({ total, points }: Series, words: string): string {
  const [peak] = points.toSorted((one, other) => other.value - one.value);
  if (!peak || total === 0) return 'None so far today.';
  const from = `from ${peak.start.slice(11, 16)}: ${formatNumber(peak.value)}.`;
  return words === 'Most' ? `Most in the hour ${from}` : `${words} ${from}`;
}
