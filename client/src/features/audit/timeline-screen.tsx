import { count } from 'contract/counts.ts';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { ApiError } from '#api/api-error.ts';
import { formatNumber } from '#parts/format/format.ts';
import { useListSearch } from '#parts/list/list-search.ts';
import { PagedList } from '#parts/list/paged-list.tsx';
import { adminUserPath, filteredPath, paths } from '#parts/navigation/paths.ts';
import { StaffPage } from '#parts/navigation/staff-page.tsx';
import { BlockPane, useBlockPath } from '#parts/network-blocks/block-pane.tsx';
import { isTooWide, useActiveBlock } from '#parts/network-blocks/network-blocks.queries.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import { Address } from '#parts/records/address.tsx';
import { networkText } from '#parts/records/network-text.ts';
import { UserTabs } from '#parts/records/user-tabs.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Checkbox } from '#ui/controls/checkbox.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { cx } from '#ui/cx.ts';
import { Alert } from '#ui/feedback/alert.tsx';
import { Loading } from '#ui/feedback/spinner.tsx';
import { useNarrowForText } from '#ui/layout/use-narrow-screen.ts';
import { UnbrokenDates } from '#ui/unbroken-dates.tsx';
import { formatUtc, UtcTime } from '#ui/utc-time.tsx';
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
  if (user_id !== undefined) return <TimelineOf key={user_id} of={{ user_id }} search={search} />;
  if (ip_address !== undefined) return <TimelineOf key={ip_address} of={{ ip_address }} search={search} />;
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

/** At this width and below, a fixed button would cover too much of the screen. */
const narrowestPx = 300;

const toIpRecords = { to: paths.adminIpRecords, label: 'IP Investigation' };

function TimelineOf({ of, search }: { of: Subject; search: ReturnType<typeof useListSearch> }) {
  const { filter } = search;
  const current = useTimeline(of, search);
  // The rows stay if those of another filter cannot be read.
  const [latest, setLatest] = useState(current);
  if (current.list.data && current.list.data !== latest.list.data) setLatest(current);
  const { timeline = latest.timeline } = current;
  const list = {
    ...current.list,
    data: current.list.data ?? (current.list.error ? latest.list.data : undefined),
  };
  const { user_id, ip_address } = of;
  const entries = timeline?.data ?? [];
  const username = entries.find((entry) => user_id !== undefined && entry.user_id === user_id)?.user;
  const title = `Timeline of ${ip_address ?? username ?? 'a user'}`;
  const navigate = useNavigate();
  const blockPath = useBlockPath();
  const isInvalid = list.error instanceof ApiError && list.error.code === 'validation_failed';
  const blocked = isInvalid || isTooWide(ip_address ?? '') ? undefined : ip_address;
  const block = useActiveBlock(blocked);
  const canBlock = blocked !== undefined && !block;
  const isLargeText = useNarrowForText(narrowestPx);

  /** Active only while the focus is in the rows, as J and K. */
  function blockByKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) {
    if (key === 'b' && canBlock && !ctrlKey && !metaKey && !altKey)
      void navigate(blockPath(blocked), { preventScrollReset: true });
  }

  return (
    <StaffPage
      heading={
        <span className="max-md:text-md">
          TIMELINE OF {ip_address === undefined ? (username ?? 'a user') : <Address>{ip_address}</Address>}
        </span>
      }
      title={title}
      {...(ip_address !== undefined && { back: toIpRecords })}
      aside={
        <>
          {timeline && (
            <p className="me-auto text-sm text-muted tabular-nums">
              {count(timeline.records, 'record')} in {count(timeline.totalTimeline, 'row')} · times in UTC
            </p>
          )}
          {blocked !== undefined && (
            // One link, which retains the focus when the network is blocked.
            <Button
              variant={block ? 'secondary' : 'primary'}
              className={cx(
                !isLargeText &&
                  'max-md:fixed max-md:right-[calc(var(--menu-height)+var(--space-2))] max-md:bottom-[12px] max-md:left-(--gutter) max-md:z-bar',
              )}
              to={
                block
                  ? filteredPath(paths.adminNetworkBlocks, { network: block.network })
                  : blockPath(blocked)
              }
            >
              {block ? (
                <span>
                  <UnbrokenDates>{`${block.network} is blocked until ${formatUtc(block.ends_at).slice(0, 16)}`}</UnbrokenDates>
                </span>
              ) : (
                `Block ${blocked}`
              )}
            </Button>
          )}
        </>
      }
    >
      {user_id !== undefined && <UserTabs userId={user_id} />}
      <div className="flex items-start gap-x-6">
        <div className="flex min-w-0 flex-1 flex-col gap-5">
          {ip_address !== undefined && (
            <div className="flex min-h-[3.5rem] flex-col gap-3">
              {timeline && <Lead ipAddress={ip_address} {...timeline} />}
              <div className="flex flex-wrap justify-between gap-x-6 gap-y-2 text-sm wrap-anywhere text-muted">
                <Accounts {...timeline} />
                {networkText(entries.find((entry) => entry.ip_address === ip_address)?.network)}
                <Link to={filteredPath(paths.adminIpRecords, { ip_address })}>
                  IP records from <Address>{ip_address}</Address>
                </Link>
              </div>
            </div>
          )}
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <Segmented
              label="Kind"
              options={kinds}
              value={kinds.find(([value]) => value === filter['kind'])?.[0] ?? ''}
              onChange={(kind) => search.setField('kind', kind)}
            />
            <Checkbox
              label={<span className="text-sm">Fold runs</span>}
              checked={filter['fold'] !== 'events'}
              onChange={({ target }) => search.setField('fold', target.checked ? '' : 'events')}
            />
          </div>
          {timeline?.since && (
            <p className="max-w-none text-sm text-muted">
              Failures before <UtcTime at={timeline.since} /> are not listed, and other records before it only
              if they are among the latest.
            </p>
          )}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys of the controls in it. */}
          <div onKeyDown={blockByKey}>
            <PagedList
              label="Timeline"
              noun={{ one: 'row', many: 'rows' }}
              emptyText={
                filter['kind'] !== undefined
                  ? 'No records of this kind.'
                  : ip_address === undefined
                    ? 'No records yet. Sign-ins, changes and log messages will appear here.'
                    : 'Nothing is known of this address.'
              }
              fetchFailure="Failed to fetch the timeline"
              list={list}
              loading={
                <div className="min-h-[50rem]">
                  <Loading />
                </div>
              }
              // The URL retains the subject of the timeline.
              search={{ ...search, setFilter: () => search.setFilter(filter) }}
            >
              {(page) => <TimelineRows entries={page} of={of} search={search} canBlock={canBlock} />}
            </PagedList>
          </div>
        </div>
        {ip_address !== undefined && <BlockPane />}
      </div>
    </StaffPage>
  );
}

/** Of the whole time, not of the page. */
function Lead({ ipAddress, sign_ins, accounts }: Timeline & { ipAddress: string }) {
  if (!sign_ins || !accounts) return null;
  const { failed, succeeded } = sign_ins;
  const successes = filteredPath(paths.adminIpRecords, { ip_address: ipAddress, action: 'login' });
  return (
    <dl className="grid grid-fit-[4rem] gap-x-6 gap-y-2">
      <Sum label="failed">{formatNumber(failed)}</Sum>
      <Sum label="signed in">
        {succeeded > 0 ? (
          <Link className="text-warn" to={successes}>
            {formatNumber(succeeded)}
          </Link>
        ) : (
          0
        )}
      </Sum>
      <Sum label="accounts">{formatNumber(accounts.total)}</Sum>
    </dl>
  );
}

const Sum = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex flex-col-reverse justify-end">
    <dt className="text-xs text-muted">{label}</dt>
    <dd className="text-xl text-strong tabular-nums">{children}</dd>
  </div>
);

function Accounts({ accounts }: Partial<Timeline>) {
  if (!accounts || accounts.total === 0) return null;
  return (
    <section aria-label="Accounts">
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {accounts.data.map(({ id, username, failed, signed_in, records }) => (
          <li key={id}>
            <Link className={cx(failed > 0 && signed_in > 0 && 'text-warn')} to={adminUserPath(id)}>
              {username}
            </Link>{' '}
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
    </section>
  );
}
