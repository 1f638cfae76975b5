import type { AuditRecord } from 'contract/audit/audit.ts';
import { operations } from 'contract/operations.ts';
import { Link } from 'react-router-dom';
import { followDownload } from '#api/save-file.ts';
import { auditActionLabel, knownAuditActions } from '#parts/records/audit-actions.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { adminEditUserPath, filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { ListScreen } from '#parts/record-list/list-screen.tsx';
import { dateFields } from '#parts/record-list/record-list.tsx';
import { call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useAuditRecords, useVerifyAuditTrail } from './audit.queries.ts';
import { detailLines } from './details.ts';
import { Verdict } from './verdict.tsx';

/** Staff changes are recorded under the names of their operations. */
const staffOperations = Object.entries(operations)
  .filter(
    ([name, { access, method }]) => access === 'staff' && method !== 'GET' && !/^(?:list|link)/.test(name),
  )
  .map(([name]) => name);

const fields: readonly FilterField[] = [
  { name: 'actor', label: 'Actor', kind: 'text' },
  { name: 'target', label: 'Target', kind: 'text' },
  choiceField(
    'action',
    'Action',
    [...knownAuditActions, ...staffOperations].map((action) => [action, auditActionLabel(action)]),
  ),
  ...dateFields,
];

export default function AuditScreen() {
  const search = useListSearch(fields);
  const { mutate: verify, isPending, data: verdict, error } = useVerifyAuditTrail();
  return (
    <ListScreen
      title="Audit Trail"
      lede="Who did what to whom. A change to a sealed record cannot go undetected. Times in UTC."
      noun={{ one: 'audit record', many: 'audit records' }}
      emptyText="No audit record found. Try adjusting your filter."
      fetchFailure="Failed to fetch the audit trail"
      fields={fields}
      search={search}
      list={useAuditRecords(search)}
      tools={
        <Button loading={isPending} onClick={() => verify()}>
          {isPending ? 'Verifying...' : 'Verify'}
        </Button>
      }
      notice={<Verdict verdict={verdict} error={error} />}
      exports={{
        CSV: async ({ day }) =>
          followDownload(await call('linkAuditRecordsExport', { body: search.filter }), day),
      }}
    >
      {(rows) => (
        <ul className="@container flex flex-col">
          {rows.map((record) => (
            <li
              key={record.id}
              className="flex flex-col gap-2 border-t border-rule py-3 text-sm wrap-anywhere @min-[60rem]:grid @min-[60rem]:items-start @min-[60rem]:gap-x-5 @min-[60rem]:gap-y-1 @min-[60rem]:[grid-template:'head_action_links'_auto_'head_details_links'_1fr/14rem_minmax(0,1fr)_12rem] [&_p]:max-w-none"
            >
              <Entry record={record} />
            </li>
          ))}
        </ul>
      )}
    </ListScreen>
  );
}

function Entry({ record }: { record: AuditRecord }) {
  const { action, actor, actor_id, target, target_id, ip_address, details, created_at, sealed } = record;
  const isOwn = actor_id !== null && actor_id === target_id;
  const lines = details
    ? detailLines(details)
    : ['The details were erased, or their retention period has ended.'];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-muted @min-[60rem]:[grid-area:head]">
        <UtcTime at={created_at} />
        <span className="me-auto text-muted tabular-nums">#{record.id}</span>
        <Tag tone={sealed ? 'info' : 'quiet'}>{sealed ? 'SEALED' : 'UNSEALED'}</Tag>
      </p>
      <p className="text-muted @min-[60rem]:[grid-area:action]">
        <strong className="text-strong">{auditActionLabel(action)}</strong>
        {!isOwn && target_id && (
          <>
            {' of '}
            <Person id={target_id} name={target} placeholder="" />
          </>
        )}
        {' by '}
        <Person id={actor_id} name={actor} placeholder="nobody signed in" />
        {ip_address && (
          <>
            {' from '}
            {/* A summary event has a network instead of an IP address. */}
            <Link to={timelinePath({ ip_address })}>{ip_address}</Link>
          </>
        )}
      </p>
      {lines.length > 0 && (
        <ul className="ps-4 text-strong [list-style:revert] @min-[60rem]:[grid-area:details]">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted @min-[60rem]:[grid-area:links]">
        Records of the same minute:{' '}
        <Link to={filteredPath(paths.adminIpRecords, minuteOf(created_at))}>IP records</Link>{' '}
        <Link to={filteredPath(paths.adminLogRecords, minuteOf(created_at))}>log records</Link>
      </p>
    </>
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
  return name === null ? <>a deleted user ({id})</> : <Link to={adminEditUserPath(id)}>{name}</Link>;
}

function minuteOf(timestamp: string): { created_after: string; created_before: string } {
  const minute = timestamp.slice(0, 'YYYY-MM-DDTHH:MM'.length);
  return { created_after: `${minute}:00Z`, created_before: `${minute}:59.999Z` };
}
