import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format.ts';
import { paths } from '#parts/paths.ts';
import { Panel } from '#ui/panel.tsx';
import typography from '#ui/typography.module.css';
import { lastDay } from './report-range.ts';
import { report } from './reports.queries.ts';
import styles from './last-day.module.css';

/** The report of yesterday. */
export function LastDay() {
  const [request] = useState(lastDay);
  const { data, error } = useQuery(report(request));
  const path = `${paths.adminReports}?${new URLSearchParams(request).toString()}`;
  return (
    <Panel title="Last Day" aside={`${request.from}, ${request.time_zone}`}>
      {data ? (
        <dl className={styles.figures}>
          {data.series.map(({ key, label, total }) => (
            <div key={key}>
              <dt>{label}</dt>
              <dd>{formatNumber(total)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className={typography.note}>
          {error ? `Failed to fetch the report: ${error.message}` : 'Counting…'}
        </p>
      )}
      <p className={styles.more}>
        <Link to={path}>The report of this day</Link>
      </p>
    </Panel>
  );
}
