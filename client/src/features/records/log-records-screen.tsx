import type { LogRecord } from 'contract/records/records.ts';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { followDownload } from '#api/save-file.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { LogLevelTag, logLevels } from '#parts/records/log-level-tag.tsx';
import { adminUserNamedPath, filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { formatUtc, UtcTime } from '#ui/utc-time.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { recordFields, RecordList } from '#parts/record-list/record-list.tsx';
import { leadsOf } from './leads.ts';
import { rowOpenerProps } from '#parts/record-list/open-row.ts';
import { createdAt, type RecordColumn } from '#parts/record-list/record-rows.tsx';
import { RecordDeletions } from './record-deletions.tsx';
import { logRecords } from './records.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'message', label: 'Message', kind: 'text' },
  choiceField('level', 'Level', optionsOf(logLevels)),
  {
    name: 'from_proxy',
    label: 'From proxy',
    kind: 'choice',
    choices: [['', 'all'], ...optionsOf(['true', 'false'])],
  },
  ...recordFields,
];

const columnsWith = (read: (record: LogRecord) => void): readonly RecordColumn<LogRecord>[] => [
  createdAt,
  { label: 'Level', cell: ({ level }) => <LogLevelTag level={level} />, width: 'level' },
  {
    label: 'Message',
    cell: (row) => <MessageCell record={row} onRead={() => read(row)} />,
    sorts: ['a-z', 'z-a'],
    isStacked: true,
  },
  { label: 'From proxy', cell: (row) => String(row.from_proxy), width: 'flag' },
];

const nameOf = ({ level, created_at }: LogRecord) => `${level} of ${formatUtc(created_at)} UTC`;

export default function LogRecordsScreen() {
  const search = useListSearch(fields);
  const [openRecord, setOpenRecord] = useState<LogRecord | null>(null);
  return (
    <>
      <RecordList
        title="Log Investigation"
        lede="Account events, warnings and errors. Deleting them does not change the audit trail."
        noun={{ one: 'log record', many: 'log records' }}
        emptyText="No log record found. Try adjusting your filter."
        fetchFailure="Failed to fetch logs"
        fields={fields}
        columns={columnsWith(setOpenRecord)}
        nameOf={nameOf}
        search={search}
        source={logRecords}
        notice={<RecordDeletions kind="log" noun="log records" />}
        exports={{
          CSV: async ({ day }) =>
            followDownload(await call('linkLogRecordsExport', { body: search.filter }), day),
        }}
      />
      {openRecord && (
        <Dialog title="Log Message" onClose={() => setOpenRecord(null)}>
          <p className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
            <LogLevelTag level={openRecord.level} /> <UtcTime at={openRecord.created_at} /> UTC
          </p>
          <p className="max-w-none wrap-anywhere whitespace-pre-wrap">{openRecord.message}</p>
          <LeadsOf message={openRecord.message} />
        </Dialog>
      )}
    </>
  );
}

function LeadsOf({ message }: { message: string }) {
  const { username, ipAddresses } = leadsOf(message);
  if (username === undefined && ipAddresses.length === 0) return null;
  return (
    <ul className="mt-4 text-sm wrap-anywhere" aria-label="Leads">
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
    </ul>
  );
}

function MessageCell({ record: { level, message }, onRead }: { record: LogRecord; onRead: () => void }) {
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
      <p className="line-clamp-2 max-w-none min-w-0 text-wrap wrap-anywhere">{message}</p>
      <Button variant="ghost" className="min-h-6 py-1 whitespace-nowrap" onClick={onRead} {...rowOpenerProps}>
        Click to read <VisuallyHidden>the {level} message</VisuallyHidden>
      </Button>
    </div>
  );
}
