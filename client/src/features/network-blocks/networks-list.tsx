import { count } from 'contract/counts.ts';
import type { NetworkRecords } from 'contract/network-blocks/network-blocks.ts';
import { networkBlockLimits } from 'contract/network-blocks/network-blocks.constants.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { useListSearch } from '#parts/list/list-search.ts';
import { filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { BlockPane, useBlockPath } from '#parts/network-blocks/block-pane.tsx';
import { blockerProps } from '#parts/record-list/open-row.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { Address } from '#parts/records/address.tsx';
import { networkTabs } from '#parts/records/network-tabs.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useNetworks } from './network-blocks.queries.ts';

type Row = NetworkRecords & { id: string };

const figure = (label: string, name: 'failed' | 'signed_in' | 'accounts' | 'addresses' | 'records') => ({
  label,
  cell: (row: Row) => formatNumber(row[name]),
  isFigure: true,
  only: 'table' as const,
});

const columns: readonly RecordColumn<Row>[] = [
  {
    label: 'Network',
    cell: ({ network }) => (
      <Link to={timelinePath({ ip_address: network })}>
        <Address>{network}</Address>
      </Link>
    ),
    isTitle: true,
    width: 'ipAddress',
  },
  figure('Failed', 'failed'),
  figure('Signed in', 'signed_in'),
  figure('Accounts', 'accounts'),
  figure('IP addresses', 'addresses'),
  figure('Records', 'records'),
  {
    label: 'Counts',
    cell: ({ failed, signed_in, accounts, addresses, records }) =>
      `${formatNumber(failed)} failed, ${formatNumber(signed_in)} signed in, ${count(accounts, 'account')}, ${count(addresses, 'IP address', 'IP addresses')}, ${count(records, 'record')}`,
    isLong: true,
    only: 'cards',
  },
  { label: 'Last', cell: ({ last_at }) => <UtcTime at={last_at} />, width: 'time', isPlain: true },
  {
    label: 'Blocked by',
    cell: ({ blocked_by: block }) =>
      block && (
        <Link to={filteredPath(paths.adminNetworkBlocks, { network: block })}>
          <Address>{block}</Address>
        </Link>
      ),
    width: 'ipAddress',
    isFilled: ({ blocked_by: block }) => block !== null,
  },
];

/** One line a network, from which it is blocked. */
export function NetworksList({ tools }: { tools: ReactNode }) {
  const search = useListSearch([{ name: 'by' }], denseRows);
  const { data, ...list } = useNetworks(search);
  const blockPath = useBlockPath();
  return (
    <StaffList
      title="Networks"
      tabs={networkTabs}
      tools={tools}
      noun={{ one: 'network', many: 'networks' }}
      emptyText={`No IP record of the last ${networkBlockLimits.previewDays} days.`}
      fetchFailure="Failed to fetch the networks"
      notice={
        <p className="text-sm text-muted">
          IP records of the last {networkBlockLimits.previewDays} days by network, the most failed sign-ins
          first. In a row: J, K next and previous · B blocks the network.
        </p>
      }
      fields={[]}
      search={search}
      list={{
        ...list,
        data: data && { ...data, rows: data.rows.map((row) => ({ ...row, id: row.network })) },
      }}
      columns={columns}
      nameOf={({ network }) => network}
      aside={<BlockPane />}
      renderRowActions={({ network, blocked_by: block }) =>
        !block && (
          <Button
            variant="ghost"
            className="row-button"
            aria-haspopup="dialog"
            to={blockPath(network)}
            {...blockerProps}
          >
            <Labelled name={network}>Block</Labelled>
          </Button>
        )
      }
    />
  );
}
