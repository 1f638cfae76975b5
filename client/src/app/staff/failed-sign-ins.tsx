import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { call } from '#session/call.ts';

const width = 240;
const height = 40;
const refetchMs = 60_000;

/** Today's, by hour; links to the IP records. */
export function FailedSignIns() {
  const [day] = useState(() => new Date().toISOString().slice(0, 10));
  const { data, error } = useQuery({
    queryKey: ['getReport', 'failed sign-ins', day],
    queryFn: ({ signal }) =>
      call('getReport', { body: { from: day, to: day, interval: 'hour', time_zone: 'UTC' }, signal }),
    select: ({ data: { series } }) => series.find(({ key }) => key === 'failed_sign_ins'),
    refetchInterval: refetchMs,
  });
  if (error) return <p className="text-sm text-muted">They could not be counted.</p>;
  if (!data) return <p className="text-sm text-muted">Counting…</p>;
  const { total, points } = data;
  const [most] = points.toSorted((a, b) => b.value - a.value);
  return (
    <>
      <Link
        className="text-lg"
        to={filteredPath(paths.adminIpRecords, { action: 'login_failed', created_after: day })}
      >
        {formatNumber(total)} since 00:00 UTC
      </Link>
      <svg
        className="my-2 h-7 w-full fill-none stroke-accent stroke-2"
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <polyline
          className="[vector-effect:non-scaling-stroke]"
          points={lineOf(points.map(({ value }) => value))}
        />
      </svg>
      <p className="text-sm text-muted">
        {most && total > 0
          ? `Most in the hour from ${most.start.slice(11, 16)}: ${formatNumber(most.value)}.`
          : 'None so far.'}
      </p>
    </>
  );
}

function lineOf(values: readonly number[]): string {
  const highest = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  return values
    .map((value, index) => `${index * step},${height - 1 - (value / highest) * (height - 2)}`)
    .join(' ');
}
