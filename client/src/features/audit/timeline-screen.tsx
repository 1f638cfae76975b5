import { count } from 'contract/counts.ts';
import type { KeyboardEvent } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { useListSearch, without } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { adminUserPath, filteredPath, paths } from '#parts/navigation/paths.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { BlockPane, useBlockPath } from '#parts/network-blocks/block-pane.tsx';
import { denseRows } from '#parts/record-list/record-list.tsx';
import { Address } from '#parts/records/address.tsx';
import { networkText } from '#parts/records/network-text.ts';
import { UserTabs } from '#parts/records/user-tabs.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { cx } from '#ui/cx.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Panel } from '#ui/layout/panel.tsx';
import { type Subject, type Timeline, useTimeline } from './audit.queries.ts';
import { TimelineRows } from './timeline-rows.tsx';

const names = [{ name: 'user_id' }, { name: 'ip_address' }, { name: 'kind' }, { name: 'fold' }];

const kinds = [
  ['', 'All'],
  ['ip', 'IP'],
  ['log', 'Log'],
  ['audit', 'Audit'],
] as const;

export default function TimelineScreen() {
  const search = useListSearch(names, denseRows);
  const { user_id, ip_address } = search.filter;
  if (user_id !== undefined) return <TimelineOf of={{ user_id }} search={search} />;
  if (ip_address !== undefined) return <TimelineOf of={{ ip_address }} search={search} />;
  return (
    <StaffPage heading="Timeline">
      <Alert tone="error" title="The URL names no user and no IP address.">
        <p>
          <Link to={paths.adminIpRecords}>Choose one in the IP investigation</Link>
        </p>
      </Alert>
    </StaffPage>
  );
}

const toIpRecords = { to: paths.adminIpRecords, label: 'IP Investigation' };

function TimelineOf({ of, search }: { of: Subject; search: ReturnType<typeof useListSearch> }) {
  const { filter } = search;
  const { list, timeline } = useTimeline(of, search);
  const { user_id, ip_address } = of;
  const entries = timeline?.data ?? [];
  const username = entries.find((entry) => user_id !== undefined && entry.user_id === user_id)?.user;
  const title = `Timeline of ${ip_address ?? username ?? 'a user'}`;
  const navigate = useNavigate();
  const blockPath = useBlockPath();
  const set = (name: string, value: string) =>
    search.setFilter(value ? { ...filter, [name]: value } : without(filter, name));

  /** Active only while the focus is in the rows, as J and K. */
  function blockByKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (key === 'b' && ip_address !== undefined && !ctrlKey && !metaKey && !altKey)
      void navigate(blockPath(ip_address), { preventScrollReset: true });
  }

  return (
    <StaffPage
      heading={
        <>TIMELINE OF {ip_address === undefined ? (username ?? 'a user') : <Address>{ip_address}</Address>}</>
      }
      title={title}
      {...(ip_address !== undefined && { back: toIpRecords })}
      aside={
        timeline && (
          <p className="me-auto text-sm text-muted tabular-nums">
            {count(timeline.records, 'record')} in {count(timeline.totalTimeline, 'row')} · times in UTC
          </p>
        )
      }
    >
      {user_id !== undefined && <UserTabs userId={user_id} />}
      <div className="flex items-start gap-x-6 gap-y-5 max-lg:flex-col max-lg:items-stretch">
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          {timeline && <Lead {...timeline} />}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Segmented
              label="Kind"
              options={kinds}
              value={kinds.find(([value]) => value === filter['kind'])?.[0] ?? ''}
              onChange={(kind) => set('kind', kind)}
            />
            <Checkbox
              label={<span className="text-sm">Fold runs</span>}
              checked={filter['fold'] !== 'events'}
              onChange={({ target }) => set('fold', target.checked ? '' : 'events')}
            />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the controls in it. */}
          <div onKeyDown={blockByKey}>
            <PagedList
              label="Timeline"
              noun={{ one: 'row', many: 'rows' }}
              emptyText={
                ip_address === undefined
                  ? 'No records yet. Sign-ins, changes and log messages will appear here.'
                  : 'Nothing is known of this address.'
              }
              fetchFailure="Failed to fetch the timeline"
              list={list}
              // The URL retains the subject of the timeline.
              search={{ ...search, setFilter: () => search.setFilter(filter) }}
            >
              {(page) => <TimelineRows entries={page} of={of} search={search} />}
            </PagedList>
          </div>
        </div>
        {ip_address !== undefined && (
          <aside className="flex w-[min(24rem,27vw)] flex-none flex-col gap-5 max-lg:w-auto">
            <Button
              variant="primary"
              className="max-md:fixed max-md:right-[calc(var(--menu-height)+var(--space-2))] max-md:bottom-[12px] max-md:left-(--gutter) max-md:z-bar"
              aria-haspopup="dialog"
              to={blockPath(ip_address)}
            >
              Block {ip_address}
            </Button>
            <BlockPane />
            <Accounts {...timeline} />
            <p className="flex flex-col gap-2 text-sm wrap-anywhere text-muted">
              {networkText(entries.find((entry) => entry.ip_address === ip_address)?.network)}
              <Link to={filteredPath(paths.adminIpRecords, { ip_address })}>
                IP records from <Address>{ip_address}</Address>
              </Link>
            </p>
          </aside>
        )}
      </div>
    </StaffPage>
  );
}

/** Of the whole time, not of the page. */
function Lead({ sign_ins, accounts }: Timeline) {
  if (!sign_ins || !accounts) return null;
  return (
    <dl className="grid grid-cols-3 gap-x-6">
      {(
        [
          ['failed', sign_ins.failed, false],
          ['signed in', sign_ins.succeeded, sign_ins.succeeded > 0],
          ['accounts', accounts.total, false],
        ] as const
      ).map(([label, figure, isMarked]) => (
        <div className="flex flex-col-reverse" key={label}>
          <dt className="text-xs text-muted">{label}</dt>
          <dd className={cx('text-xl tabular-nums', isMarked ? 'text-warn' : 'text-strong')}>
            {formatNumber(figure)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Accounts({ accounts }: Partial<Timeline>) {
  if (!accounts || accounts.total === 0) return null;
  return (
    <Panel title="Accounts" aside={accounts.total}>
      <ul className="flex flex-col text-sm text-muted [&_li+li]:border-t [&_li+li]:border-t-rule">
        {accounts.data.map(({ id, username, failed, signed_in, records }) => (
          <li className="flex flex-wrap justify-between gap-x-4 py-1" key={id}>
            <Link className={cx(failed > 0 && signed_in > 0 && 'text-warn')} to={adminUserPath(id)}>
              {username}
            </Link>
            <span className="text-xs">
              {[
                failed > 0 && `${formatNumber(failed)} failed`,
                signed_in > 0 && `${formatNumber(signed_in)} signed in`,
              ]
                .filter(Boolean)
                .join(', ') || count(records, 'record')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
