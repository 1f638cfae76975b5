import type { AuditRecord, AuditVerdict } from 'contract/audit/audit.ts';
import { operations } from 'contract/operations.ts';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { auditActionLabel, auditVerbs, knownAuditActions } from '#parts/records/audit-actions.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { adminUserPath, filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { dateFields, denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { minuteOf } from '#parts/records/minute.ts';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { LiveRegion } from '#ui/feedback/live-region.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useAuditRecords, useVerifyAuditTrail } from './audit.queries.ts';
import { detailLines } from './details.ts';

/** Staff changes are recorded under the names of their operations. */
const staffOperations = Object.entries(operations)
  .filter(
    ([name, { access, method }]) => access === 'staff' && method !== 'GET' && !/^(?:list|link)/.test(name),
  )
  .map(([name]) => name);

const fields: readonly FilterField[] = [
  { name: 'actor', label: 'Actor', kind: 'text' },
  { name: 'target', label: 'Target', kind: 'text', isInLine: true },
  choiceField(
    'action',
    'Action',
    [...knownAuditActions, ...staffOperations].map((action) => [action, auditActionLabel(action)]),
  ),
  ...dateFields,
];

export default function AuditScreen() {
  const search = useListSearch(fields, denseRows);
  const { mutate: verify, isPending, data: verdict, error } = useVerifyAuditTrail();
  return (
    <StaffList
      title="Audit Trail"
      noun={{ one: 'audit record', many: 'audit records' }}
      fetchFailure="Failed to fetch the audit trail"
      fields={fields}
      search={search}
      list={useAuditRecords(search)}
      columns={columns}
      nameOf={({ id }) => `record ${id}`}
      pane={{ title: 'Audit Record', render: (record) => <Entry record={record} /> }}
      tools={
        <Button loading={isPending} onClick={() => verify()}>
          {isPending ? 'Verifying...' : 'Verify'}
        </Button>
      }
      notice={<Verdict verdict={verdict} error={error} />}
      exports={{ CSV: () => call('linkAuditRecordsExport', { body: search.filter }) }}
    />
  );
}

const columns: readonly RecordColumn<AuditRecord>[] = [
  {
    label: 'Created at',
    cell: ({ created_at }) => <UtcTime at={created_at} />,
    width: 'time',
    isPlain: true,
  },
  { label: 'Event', cell: (record) => <Event record={record} />, isLong: true },
  { label: 'Details', cell: ({ details }) => linesOf(details).join('; '), isLong: true },
  {
    label: 'Seal',
    cell: ({ sealed }) => <Tag tone={sealed ? 'info' : 'quiet'}>{sealed ? 'SEALED' : 'UNSEALED'}</Tag>,
    width: 'level',
    isPlain: true,
  },
];

const linesOf = (details: AuditRecord['details']): string[] =>
  details ? detailLines(details) : ['The details were erased, or their retention period has ended.'];

function Event({ record }: { record: AuditRecord }) {
  const { action, actor, actor_id, target, target_id, ip_address } = record;
  const isOwn = actor_id !== null && actor_id === target_id;
  const verb = auditVerbs[action];
  const who = <Person id={actor_id} name={actor} placeholder="nobody signed in" />;
  const whom = <Person id={target_id} name={target} placeholder="a deleted user" />;
  return (
    <>
      {verb ? (
        <>
          {who} <strong className="text-strong">{verb}</strong> {whom}
        </>
      ) : (
        <>
          <strong className="text-strong">{auditActionLabel(action)}</strong>
          {!isOwn && target_id && <> of {whom}</>} by {who}
        </>
      )}
      {ip_address && (
        <>
          {' from '}
          {/* A summary event has a network instead of an IP address. */}
          <Link to={timelinePath({ ip_address })}>{ip_address}</Link>
        </>
      )}
    </>
  );
}

/** The whole record. */
function Entry({ record }: { record: AuditRecord }) {
  const { id, details, created_at, sealed } = record;
  return (
    <div className="flex flex-col gap-4 text-sm wrap-anywhere">
      <p>
        <Event record={record} />
      </p>
      <ul className="ps-4 text-strong [list-style:revert]">
        {linesOf(details).map((line) => (
          <li key={line}>
            <UnbrokenDates>{line}</UnbrokenDates>
          </li>
        ))}
      </ul>
      <p className="text-muted">
        #{id}, <UtcTime at={created_at} />, {sealed ? 'sealed' : 'not sealed yet'}
      </p>
      <p className="flex flex-wrap gap-x-3 gap-y-1 border-t border-rule pt-4 text-muted">
        Records of the same minute:{' '}
        <Link to={filteredPath(paths.adminIpRecords, minuteOf(created_at))}>IP records</Link>{' '}
        <Link to={filteredPath(paths.adminLogRecords, minuteOf(created_at))}>log records</Link>
      </p>
    </div>
  );
}

interface PersonProps {
  id: string | null;
  name: string | null;
  /** The text for an event without a user id. */
  placeholder: string;
}

function Person({ id, name, placeholder }: PersonProps) {
  if (id === null) return placeholder;
  return name === null ? <>a deleted user ({id})</> : <Link to={adminUserPath(id)}>{name}</Link>;
}

interface VerdictProps {
  /** Undefined until the user has verified the trail. */
  verdict: AuditVerdict | undefined;
  error: Error | null;
}

function Verdict({ verdict, error }: VerdictProps) {
  return (
    <LiveRegion>
      {error ? (
        <Alert tone="error" title="The trail could not be verified.">
          <p>{error.message}</p>
        </Alert>
      ) : (
        verdict && (
          <Alert
            tone={verdict.intact ? 'ok' : 'error'}
            title={verdict.intact ? 'THE TRAIL IS INTACT' : 'THE TRAIL IS NOT INTACT'}
          >
            {verdict.first_fault && <p>{verdict.first_fault}</p>}
            <p>
              Sealed records that match their seal: {formatNumber(verdict.checked)}
              {verdict.last_seal_at && (
                <>
                  . Last seal at <UtcTime at={verdict.last_seal_at} /> UTC
                </>
              )}
              .
            </p>
            {verdict.head && <p className="wrap-anywhere">Head {verdict.head}</p>}
          </Alert>
        )
      )}
    </LiveRegion>
  );
}
