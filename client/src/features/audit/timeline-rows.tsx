import { count } from 'contract/counts.ts';
import type { TimelineEntry } from 'contract/audit/audit.ts';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import type { ListSearch } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { adminUserPath, timelinePath } from '#parts/navigation/paths.ts';
import { inPlaceOpenerProps, rowProps } from '#parts/record-list/open-row.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import { auditActionLabel, auditVerbs } from '#parts/records/audit-actions.ts';
import { LogLevelTag } from '#parts/records/log-level-tag.tsx';
import { cx } from '#ui/cx.ts';
import { Icon } from '#ui/icon.tsx';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { formatUtc, UtcTime } from '#ui/utc-time.tsx';
import { type Subject, useTimeline } from './audit.queries.ts';
import './timeline.css';

interface TimelineRowsProps {
  entries: readonly TimelineEntry[];
  of: Subject;
  search: ListSearch;
  /** Whether B blocks the IP address. */
  canBlock: boolean;
}

/** J and K move through the rows, and Enter opens a run. */
export function TimelineRows({ entries, of, search, canBlock }: TimelineRowsProps) {
  const keys = useStableKeys(entries);
  return (
    <div className="@container">
      <p
        className="timeline-columns timeline-wide max-w-none border-b border-rule py-1 text-muted"
        aria-hidden
      >
        <span className="text-xs">Time</span>
        <span className="col-3 text-xs">Event</span>
        <span className="text-xs">Account</span>
        <span className="text-xs">Source</span>
      </p>
      <ol>
        {entries.map((entry, index) => (
          <Row key={keys[index]} entry={entry} of={of} search={search} />
        ))}
      </ol>
      <p className="mt-3 text-xs text-muted">
        J, K next and previous · Enter opens a run
        {canBlock && ' · B blocks the address'}
      </p>
    </div>
  );
}

/** A run that overlaps a former one is the same: it grows at its end, and the cut of the timeline takes its beginning. */
function useStableKeys(entries: readonly TimelineEntry[]): readonly string[] {
  const [former, setFormer] = useState({ entries, keys: entries.map(({ id }) => id) });
  if (former.entries === entries) return former.keys;
  const keys: string[] = [];
  for (const entry of entries) {
    const key = former.keys[former.entries.findIndex((one) => isSameRun(one, entry))] ?? entry.id;
    keys.push(keys.includes(key) ? entry.id : key);
  }
  setFormer({ entries, keys });
  return keys;
}

const isSameRun = (one: TimelineEntry, other: TimelineEntry): boolean =>
  one.run !== null &&
  other.run !== null &&
  one.user_id === other.user_id &&
  one.run.first_at <= other.created_at &&
  other.run.first_at <= one.created_at;

function Row({ entry, of, search }: { entry: TimelineEntry } & Pick<TimelineRowsProps, 'of' | 'search'>) {
  const [isOpen, setOpen] = useState(false);
  const { created_at, sources, user, user_id, run, ip_address, failures_before: failures, level } = entry;
  const kinds = sources.map((kind) => (kind === 'ip' ? 'IP' : kind)).join(' + ');
  const isMarked = failures !== null;
  const account = user_id !== null && user !== null && (
    <Link className={cx(isMarked && 'text-warn')} to={adminUserPath(user_id)}>
      {user}
    </Link>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys of the controls in it.
    <li tabIndex={-1} className={cx(isMarked ? 'timeline-marked' : 'border-b border-rule')} {...rowProps}>
      <div className="timeline-columns timeline-entry">
        <span className={cx('timeline-time', isMarked ? 'text-warn' : 'text-muted')}>
          <UtcTime at={created_at} />{' '}
          <span className="timeline-narrow text-muted">
            · {kinds}
            {account && <> · {account}</>}
          </span>
        </span>
        <span className="timeline-wide text-warn" aria-hidden>
          {isMarked && '!'}
        </span>
        <span className="wrap-anywhere">
          {run ? (
            <button
              type="button"
              className="inline-flex min-h-target items-center gap-2 text-start align-middle hover:text-accent"
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
              {...inPlaceOpenerProps}
            >
              <Icon className={cx('size-(--text-md) flex-none', isOpen && 'rotate-90')}>
                <path d="m9 6 6 6-6 6" />
              </Icon>
              <span>
                <b className="text-strong">{formatNumber(run.count)} ×</b> {textOfRun(entry)},{' '}
                {run.addresses > 1 && `from ${formatNumber(run.addresses)} addresses, `}
                {spanOf(entry)}
              </span>
            </button>
          ) : isMarked ? (
            entry.action === 'login' ? (
              <>
                <b className="text-warn">Login as {user}</b>, the first after {count(failures, 'failure')}
              </>
            ) : (
              <>
                <b className="text-warn">{entry.message}</b> The password was right, after{' '}
                {count(failures, 'failure')}.
              </>
            )
          ) : (
            <Event entry={entry} />
          )}
          {!sources.includes('ip') && level !== null && level !== 'INFO' && (
            <>
              {' '}
              <LogLevelTag level={level} />
            </>
          )}
          {ip_address !== null && ip_address !== of.ip_address && (run?.addresses ?? 1) === 1 && (
            <>
              {' · '}
              <Link to={timelinePath({ ip_address })}>{ip_address}</Link>
            </>
          )}
        </span>
        <span className="timeline-wide truncate">{account || '–'}</span>
        <span className="timeline-wide text-xs text-muted">{kinds}</span>
      </div>
      {isOpen && <Run of={of} id={entry.id} search={search} />}
    </li>
  );
}

/** The entries of a run in its place. */
function Run({ of, id, search }: { of: Subject; id: string; search: ListSearch }) {
  const [place, setPlace] = useState({ page: 1, pageSize: denseRows });
  const { list } = useTimeline(of, { filter: search.filter, ...place, run: id });
  return (
    <div className="ms-6 border-s border-rule py-2 ps-4">
      <PagedList
        label="Run"
        noun={{ one: 'row', many: 'rows' }}
        emptyText="These records were deleted."
        fetchFailure="Failed to fetch the run"
        list={list}
        search={{
          ...search,
          ...place,
          setPage: (page) => setPlace({ ...place, page }),
          setPageSize: (pageSize) => setPlace({ page: 1, pageSize }),
        }}
      >
        {(entries) => (
          <ol className="text-sm">
            {entries.map((entry) => (
              <li className="py-1" key={entry.id}>
                <UtcTime at={entry.created_at} /> {entry.message ?? auditActionLabel(entry.action ?? '')}
                {entry.ip_address !== of.ip_address && ` from ${entry.ip_address}`}
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </div>
  );
}

/** Its account has a column. */
const textOfRun = ({ action, message }: TimelineEntry) =>
  (message ?? auditActionLabel(action ?? ''))
    .replace(/^Sign-in as .* failed:/, `${auditActionLabel('login_failed')}:`)
    .replace(/\.$/, '');

function Event({ entry }: { entry: TimelineEntry }): ReactNode {
  const { action, message, user, user_id, actor } = entry;
  if (message !== null) return message;
  const verb = auditVerbs[action ?? ''];
  return (
    <>
      {verb && actor ? `${actor} ${verb}` : auditActionLabel(action ?? '')}
      {user_id && user && (
        <>
          {verb && actor ? ' ' : ' of '}
          <Link to={adminUserPath(user_id)}>{user}</Link>
        </>
      )}
      {!verb && actor && actor !== user && ` by ${actor}`}
    </>
  );
}

const units = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** `21:58 to 02:02, every 89 s`. With the dates if the run lasts longer than a day. */
function spanOf({ created_at, run }: TimelineEntry): ReactNode {
  if (run === null) return null;
  const seconds = (Date.parse(created_at) - Date.parse(run.first_at)) / 1000;
  const [first, last] = [formatUtc(run.first_at), formatUtc(created_at)];
  const isLong = seconds >= 86_400;
  const [from, to] = [first, last].map((time) => (isLong ? time.slice(0, 16) : time.slice(11, 16)));
  const distance = seconds / (run.count - 1);
  // `89 s` and not `1 min`.
  const [size, unit] = units.find(([length]) => distance >= 2 * length) ?? [1, 's'];
  const every = distance >= 1 ? `, every ${Math.round(distance / size)} ${unit}` : '';
  return <UnbrokenDates>{`${from === to ? `at ${from}` : `${from} to ${to}`}${every}`}</UnbrokenDates>;
}
