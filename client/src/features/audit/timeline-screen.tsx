import { count } from 'contract/counts.ts';
import type { TimelineEntry } from 'contract/audit/audit.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { accountsFrom, useIpAddressAccounts } from '#parts/records/ip-address-accounts.ts';
import { auditActionLabel, auditVerbs } from '#parts/records/audit-actions.ts';
import { useListSearch, without } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { LogLevelTag } from '#parts/records/log-level-tag.tsx';
import {
  adminUserPath,
  blockNetworkPath,
  filteredPath,
  paths,
  timelinePath,
} from '#parts/navigation/paths.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { networkText } from '#parts/records/network-text.ts';
import { UserTabs } from '#parts/records/user-tabs.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useTimeline } from './audit.queries.ts';

const names = [{ name: 'user_id' }, { name: 'ip_address' }, { name: 'kind' }];

const kinds = [
  ['', 'All'],
  ['ip', 'IP'],
  ['log', 'Log'],
  ['audit', 'Audit'],
] as const;

type Kind = (typeof kinds)[number][0];

export default function TimelineScreen() {
  const search = useListSearch(names);
  const { user_id, ip_address } = search.filter;
  if (user_id !== undefined) return <Timeline of={{ user_id }} search={search} />;
  if (ip_address !== undefined) return <Timeline of={{ ip_address }} search={search} />;
  return (
    <Screen title="Timeline">
      <Alert tone="error" title="The URL names no user and no IP address.">
        <p>
          <Link to={paths.adminIpRecords}>Choose one in the IP investigation</Link>
        </p>
      </Alert>
    </Screen>
  );
}

interface TimelineProps {
  of: { user_id: string } | { ip_address: string };
  search: ReturnType<typeof useListSearch>;
}

function Timeline({ of, search }: TimelineProps) {
  const { kind = '' } = search.filter;
  const list = useTimeline(of, search);
  const entries = list.data?.rows ?? [];
  const isOfUser = 'user_id' in of;
  const username = isOfUser && entries.find((entry) => entry.user_id === of.user_id && entry.user)?.user;
  const subject = isOfUser ? (username ? `of ${username}` : 'of a user') : `of ${of.ip_address}`;
  const accounts = useIpAddressAccounts(isOfUser ? undefined : of.ip_address);
  return (
    <Screen title={`Timeline ${subject}`}>
      {isOfUser ? (
        <UserTabs userId={of.user_id} />
      ) : (
        <p className="flex flex-wrap gap-x-6 gap-y-2">
          <Link to={filteredPath(paths.adminIpRecords, of)}>IP records from {of.ip_address}</Link>
          <Link to={blockNetworkPath(of.ip_address)}>Block {of.ip_address}</Link>
          {networkText(entries.find(({ ip_address }) => ip_address === of.ip_address)?.network)}
        </p>
      )}
      <Segmented
        label="Kind"
        options={kinds}
        value={kinds.find(([value]) => value === kind)?.[0] ?? ''}
        onChange={(value: Kind) =>
          search.setFilter(value ? { ...search.filter, kind: value } : without(search.filter, 'kind'))
        }
      />
      {accounts && (
        <Panel title={accountsFrom(accounts.total)}>
          <ul className="flex flex-col gap-2 text-sm text-muted">
            {accounts.data.map(({ id, username: name, records, last_at }) => (
              <li className="flex flex-wrap justify-between gap-x-4 gap-y-1" key={id}>
                <Link to={adminUserPath(id)}>{name}</Link>
                <span>
                  {count(records, 'record')}, last <UtcTime at={last_at} />
                </span>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <PagedList
        label="Timeline"
        noun={{ one: 'entry', many: 'entries' }}
        emptyText="No records yet. Sign-ins, changes and log messages will appear here."
        fetchFailure="Failed to fetch the timeline"
        list={list}
        // The URL retains the subject of the timeline.
        search={{ ...search, setFilter: () => search.setFilter(search.filter) }}
      >
        {(rows) => (
          <ol className="border-s border-rule">
            {byMoment(rows).map((moment) => (
              <li
                key={moment.at}
                className="grid grid-cols-[19ch_minmax(0,1fr)] gap-x-4 gap-y-1 py-2 pr-0 pl-4 text-sm max-md:grid-cols-1"
              >
                <p className="text-muted">
                  <UtcTime at={moment.at} />
                </p>
                <ul className="flex flex-col gap-1">
                  {moment.entries.map((entry) => (
                    <li
                      key={`${entry.kind} ${entry.id}`}
                      className="grid grid-cols-[8ch_minmax(0,1fr)] items-baseline gap-3 wrap-anywhere"
                    >
                      <Entry entry={entry} />
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </PagedList>
    </Screen>
  );
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <StaffPage
      heading={title}
      title={title}
      lede="IP, log and audit records as one, latest first. Times in UTC."
    >
      {children}
    </StaffPage>
  );
}

interface Moment {
  at: string;
  entries: TimelineEntry[];
}

/** Groups entries by time: all entries of one action have the same time. */
function byMoment(entries: readonly TimelineEntry[]): Moment[] {
  const moments: Moment[] = [];
  for (const entry of entries) {
    const last = moments.at(-1);
    if (last?.at === entry.created_at) last.entries.push(entry);
    else moments.push({ at: entry.created_at, entries: [entry] });
  }
  return moments;
}

function Entry({ entry }: { entry: TimelineEntry }) {
  const { kind, action, message, level, ip_address, user, user_id, actor } = entry;
  const verb = auditVerbs[action ?? ''];
  if (kind === 'log') {
    return (
      <>
        <Kind>LOG</Kind>
        <span>
          {message} {level !== 'INFO' && level && <LogLevelTag level={level} />}
        </span>
      </>
    );
  }
  return (
    <>
      <Kind>{kind === 'ip' ? 'IP' : 'AUDIT'}</Kind>
      <span>
        {verb && actor ? `${actor} ${verb}` : auditActionLabel(action ?? '')}
        {user_id && user && (
          <>
            {verb && actor ? ' ' : ' of '}
            <Link to={adminUserPath(user_id)}>{user}</Link>
          </>
        )}
        {!verb && actor && actor !== user && ` by ${actor}`}
        {ip_address && (
          <>
            {' from '}
            <Link to={timelinePath({ ip_address })}>{ip_address}</Link>
          </>
        )}
      </span>
    </>
  );
}

const Kind = ({ children }: { children: string }) => <Tag tone="quiet">{children}</Tag>;
