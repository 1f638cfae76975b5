import { useQuery } from '@tanstack/react-query';
import { count } from 'contract/counts.ts';
import { ipActions } from 'contract/records/records.constants.ts';
import type { IpRecord } from 'contract/records/records.ts';
import { Link, useLocation } from 'react-router-dom';
import { BlockPane, useBlockPath } from '#parts/network-blocks/block-pane.tsx';
import { Address } from '#parts/records/address.tsx';
import { networkTabs } from '#parts/records/network-tabs.tsx';
import { networkText } from '#parts/records/network-text.ts';
import { choicesInWords, kindInWords } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { type ListSearch, useListSearch, without } from '#parts/list/list-search.ts';
import { adminUserNamedPath, filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { apiQuery, call } from '#session/call.ts';
import { Button } from '#ui/controls/button.tsx';
import { VisuallyHidden } from '#ui/layout/visually-hidden.tsx';
import { formatUtc } from '#ui/utc-time.tsx';
import { denseRows, recordFields, RecordList } from '#parts/record-list/record-list.tsx';
import { createdAt, type RecordColumn } from '#parts/record-list/record-rows.tsx';
import { RecordDeletions, recordNouns } from './record-deletions.tsx';
import { ipRecords } from './records.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'user', label: 'User', kind: 'text', isInLine: true },
  { name: 'ip_address', label: 'IP address or network', kind: 'text' },
  choiceField('action', 'Action', choicesInWords(ipActions)),
  { name: 'asn', label: 'Autonomous system', kind: 'text' },
  { name: 'country', label: 'Country code', kind: 'text' },
  ...recordFields,
];

const unknownUser = 'Unknown user';

const columnsOf = ({ filter }: ListSearch): readonly RecordColumn<IpRecord>[] => [
  createdAt,
  {
    label: 'User',
    cell: ({ user }) => (user === null ? unknownUser : <Link to={adminUserNamedPath(user)}>{user}</Link>),
    sorts: ['a-z', 'z-a'],
  },
  {
    label: 'IP address',
    cell: ({ ip_address }) => (
      // Without the user: who else was there is the question.
      <Link
        to={filteredPath(paths.adminIpRecords, { ...without(filter, 'user'), ip_address })}
        state={{ formerUser: filter['user'] }}
      >
        <Address>{ip_address}</Address>
      </Link>
    ),
    width: 'ipAddress',
  },
  {
    label: 'Network',
    cell: ({ network }) => networkText(network),
    isFilled: ({ network }) => networkText(network) !== undefined,
  },
  { label: 'Action', cell: (row) => kindInWords(row.action) },
];

const nameOf = ({ action, user, ip_address, created_at }: IpRecord) =>
  `${kindInWords(action)} of ${user ?? unknownUser.toLowerCase()} from ${ip_address} at ${formatUtc(created_at)} UTC`;

export default function IpRecordsScreen() {
  const search = useListSearch(fields, denseRows);
  const blockPath = useBlockPath();
  const { ip_address: address } = search.filter;
  const { formerUser } = (useLocation().state ?? {}) as { formerUser?: string };
  return (
    <RecordList
      title="IP Investigation"
      tabs={networkTabs}
      noun={recordNouns.ip}
      fetchFailure="Failed to fetch IP data"
      fields={fields}
      columns={columnsOf(search)}
      nameOf={nameOf}
      search={search}
      source={ipRecords}
      aside={<BlockPane />}
      renderRowActions={({ ip_address }) => (
        <Button variant="ghost" className="row-button" to={blockPath(ip_address)}>
          Block <VisuallyHidden>{ip_address}</VisuallyHidden>
        </Button>
      )}
      notice={
        <>
          {address && formerUser && (
            <p>
              The filter by the user {formerUser} is removed, so that you see everybody from {address}.
            </p>
          )}
          {address && (
            <p className="flex flex-wrap gap-x-6 gap-y-2">
              <AccountsFrom address={address} />
              <Link to={blockPath(address)}>Block {address}</Link>
            </p>
          )}
          <RecordDeletions kind="ip" />
        </>
      }
      exports={{ CSV: () => call('linkIpRecordsExport', { body: search.filter }) }}
    />
  );
}

/** Links to the timeline of an IP address, with the number of its accounts. */
function AccountsFrom({ address }: { address: string }) {
  const { data } = useQuery({
    ...apiQuery('listTimeline', { body: { ip_address: address, page_size: 1 } }),
    retry: false,
  });
  const total = data?.accounts?.total ?? 0;
  if (total === 0) return null;
  return (
    <Link to={timelinePath({ ip_address: address })}>{count(total, 'account')} from this IP address</Link>
  );
}
