import type { LogRecord } from 'contract/records/records.ts';
import { Link } from 'react-router-dom';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { LogLevelTag, logLevels } from '#parts/records/log-level-tag.tsx';
import { minuteOf } from '#parts/records/minute.ts';
import { adminUserNamedPath, filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { call } from '#session/call.ts';
import { optionsOf } from '#ui/controls/input.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { formatUtc, UtcTime } from '#ui/utc-time.tsx';
import { denseRows, recordFields, RecordList } from '#parts/record-list/record-list.tsx';
import { leadsOf } from './leads.ts';
import { createdAt, type RecordColumn } from '#parts/record-list/record-rows.tsx';
import { RecordDeletions, recordNouns } from './record-deletions.tsx';
import { logRecords } from './records.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'message', label: 'Message', kind: 'text', isInLine: true },
  { ...choiceField('level', 'Level', optionsOf(logLevels)), isInLine: true },
  {
    name: 'from_proxy',
    label: 'From proxy',
    kind: 'choice',
    choices: [['', 'all'], ...optionsOf(['true', 'false'])],
  },
  ...recordFields,
];

const columns: readonly RecordColumn<LogRecord>[] = [
  createdAt,
  { label: 'Level', cell: ({ level }) => <LogLevelTag level={level} />, width: 'level', isPlain: true },
  { label: 'Message', cell: ({ message }) => message, sorts: ['a-z', 'z-a'], isLong: true },
];

const nameOf = ({ level, created_at }: LogRecord) => `${level} of ${formatUtc(created_at)} UTC`;

export default function LogRecordsScreen() {
  const search = useListSearch(fields, denseRows);
  return (
    <RecordList
      title="Log Investigation"
      noun={recordNouns.log}
      fetchFailure="Failed to fetch logs"
      fields={fields}
      columns={columns}
      nameOf={nameOf}
      search={search}
      source={logRecords}
      pane={{ title: 'Log Message', render: (record) => <LogMessage record={record} /> }}
      notice={<RecordDeletions kind="log" />}
      exports={{ CSV: () => call('linkLogRecordsExport', { body: search.filter }) }}
    />
  );
}

function LogMessage({ record: { level, message, created_at, from_proxy } }: { record: LogRecord }) {
  const { username, ipAddresses } = leadsOf(message);
  return (
    <div className="flex flex-col gap-4 wrap-anywhere">
      <LogLevelTag level={level} />
      <p className="max-w-none whitespace-pre-wrap text-strong">{message}</p>
      <DescriptionList
        items={{ 'Created at': <UtcTime at={created_at} />, 'From proxy': from_proxy ? 'yes' : 'no' }}
      />
      <ul className="flex flex-col gap-2 border-t border-rule pt-4 text-sm" aria-label="Leads">
        {username !== undefined && (
          <li>
            <Link to={adminUserNamedPath(username)}>File of {username}</Link>
          </li>
        )}
        {ipAddresses.map((ipAddress) => (
          <li key={ipAddress}>
            <Link to={filteredPath(paths.adminLogRecords, { message: ipAddress })}>
              Log records with {ipAddress}
            </Link>{' '}
            <Link to={timelinePath({ ip_address: ipAddress })}>Timeline of {ipAddress}</Link>
          </li>
        ))}
        <li>
          <Link to={filteredPath(paths.adminLogRecords, minuteOf(created_at))}>
            Log records of the same minute
          </Link>
        </li>
      </ul>
    </div>
  );
}
