import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { filteredPath, paths } from '#parts/navigation/paths.ts';
import { Panel } from '#ui/layout/panel.tsx';
import { FigureHead, FigureRows, Table } from '#ui/layout/table.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import type { Report, ReportRequest } from './reports.queries.ts';

type Top = Report['top'][number];

const columns = {
  failing_addresses: {
    name: 'IP address',
    value: 'Failed sign-ins',
    filter: 'ip_address',
    action: 'login_failed',
  },
  busiest_users: { name: 'User', value: 'Sign-ins', filter: 'user', action: 'login' },
} as const;

interface TopListProps {
  top: Top;
  request: ReportRequest;
  rangeText: string;
}

/** Each row links to its records. */
export function TopList({ top: { key, label, rows }, request, rangeText }: TopListProps) {
  const { name: nameLabel, value: valueLabel, filter, action } = columns[key];
  const recordsOf = (name: string) =>
    filteredPath(paths.adminIpRecords, {
      [filter]: name,
      action,
      created_after: request.from,
      created_before: request.to,
    });
  return (
    <Panel title={label}>
      {rows.length === 0 ? (
        <p>None.</p>
      ) : (
        <Table caption={<UnbrokenDates>{rangeText}</UnbrokenDates>}>
          <FigureHead row={nameLabel} figures={[valueLabel]} />
          <FigureRows
            rows={rows.map(({ name, value }) => [
              <Link key={name} to={recordsOf(name)}>
                {name}
              </Link>,
              formatNumber(value),
            ])}
          />
        </Table>
      )}
    </Panel>
  );
}
