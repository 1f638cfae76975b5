import { networkBlockLimits, networkBlockStates } from 'contract/network-blocks/network-blocks.constants.ts';
import type { NetworkBlock, NetworkRecords } from 'contract/network-blocks/network-blocks.ts';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { TextField } from '#parts/form/form-field.tsx';
import { FormDialog } from '#parts/form/form.tsx';
import { useApiForm } from '#parts/form/use-api-form.ts';
import { choicesInWords, formatNumber, inWords } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { filteredPath, paths, timelinePath } from '#parts/navigation/paths.ts';
import { BlockPane, useBlockPath } from '#parts/network-blocks/block-pane.tsx';
import { useOperation } from '#parts/query/use-operation.ts';
import { denseRows } from '#parts/record-list/record-list.tsx';
import type { RecordColumn } from '#parts/record-list/record-rows.tsx';
import { StaffList } from '#parts/record-list/staff-list.tsx';
import { Address } from '#parts/records/address.tsx';
import { networkTabs } from '#parts/records/network-tabs.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { useNetworkBlocks, useNetworks } from './network-blocks.queries.ts';
import { count } from 'contract/counts.ts';
import { blockerProps } from '#parts/record-list/open-row.ts';

const fields: readonly FilterField[] = [
  { name: 'network', label: 'IP address or network', kind: 'text', isInLine: true },
  { ...choiceField('state', 'State', choicesInWords(networkBlockStates)), isInLine: true },
];

const columns: readonly RecordColumn<NetworkBlock>[] = [
  {
    label: 'Network',
    cell: ({ network }) => (
      <Link to={filteredPath(paths.adminIpRecords, { ip_address: network })}>
        <Address>{network}</Address>
      </Link>
    ),
    isTitle: true,
    width: 'ipAddress',
  },
  {
    label: 'State',
    cell: ({ state }) => (
      <span className={state === 'active' ? 'text-strong' : 'text-muted'}>
        {inWords(state).toLowerCase()}
      </span>
    ),
    width: 'level',
  },
  // Whole in the opened row, which has the time of the block, too.
  { label: 'Reason', cell: ({ reason }) => <span className="line-clamp-2">{reason}</span>, width: 'text' },
  { label: 'By', cell: ({ created_by }) => created_by ?? deleted, width: 'name', isOnlyWide: true },
  { label: 'Until', cell: ({ ended_at, ends_at }) => <UtcTime at={ended_at ?? ends_at} />, width: 'time' },
  { label: 'Refused', cell: ({ refused }) => formatNumber(refused), isFigure: true },
];

const deleted = 'a deleted user';

function Details({ block }: { block: NetworkBlock }) {
  const { network, state, reason, created_at, created_by, ends_at, ended_at, ended_by, end_reason } = block;
  return (
    <DescriptionList
      items={{
        Network: <Address>{network}</Address>,
        State: inWords(state),
        Reason: reason,
        Blocked: <UtcTime at={created_at} />,
        By: created_by ?? deleted,
        Until: <UtcTime at={ends_at} />,
        Refused: formatNumber(block.refused),
        ...(ended_at && {
          Ended: (
            <>
              <UtcTime at={ended_at} /> by {ended_by ?? deleted}: {end_reason}
            </>
          ),
        }),
      }}
    />
  );
}

const views = [
  ['', 'Blocks'],
  ['network', 'By network'],
] as const;

export default function NetworkBlocksScreen() {
  const [search, setSearch] = useSearchParams();
  const by = search.get('by') === 'network' ? 'network' : '';
  const tools = (
    <Segmented
      label="Rows"
      options={views}
      value={by}
      onChange={(value) => setSearch(value === '' ? {} : { by: value })}
    />
  );
  return by === '' ? <BlocksList tools={tools} /> : <NetworksList tools={tools} />;
}

function BlocksList({ tools }: { tools: ReactNode }) {
  const search = useListSearch(fields, denseRows);
  const blockPath = useBlockPath();
  const [ended, setEnded] = useState<NetworkBlock | null>(null);
  return (
    <>
      <StaffList
        title="Blocked networks"
        tabs={networkTabs}
        noun={{ one: 'block', many: 'blocks' }}
        emptyText="No block found. Block a network here, or from an IP record."
        fetchFailure="Failed to fetch the blocks"
        fields={fields}
        search={search}
        list={useNetworkBlocks(search)}
        columns={columns}
        nameOf={(block) => block.network}
        aside={<BlockPane />}
        pane={{ title: 'Block', render: (block) => <Details block={block} /> }}
        tools={
          <>
            {tools}
            <Button variant="primary" aria-haspopup="dialog" to={blockPath('')}>
              Block a Network
            </Button>
          </>
        }
        renderRowActions={(block) =>
          block.state === 'active' && (
            <Button
              variant="ghost"
              className="row-button text-error"
              aria-haspopup="dialog"
              onClick={() => setEnded(block)}
            >
              <Labelled name={block.network}>End Block</Labelled>
            </Button>
          )
        }
      />
      {ended && <EndBlockDialog block={ended} onClose={() => setEnded(null)} />}
    </>
  );
}

function EndBlockDialog({ block, onClose }: { block: NetworkBlock; onClose: () => void }) {
  const { mutateAsync: end } = useOperation('endNetworkBlock', {
    params: { id: block.id },
    invalidates: ['listNetworkBlocks', 'listNetworks'],
  });
  const form = useApiForm({ values: { reason: '' }, onSubmit: end, onSaved: onClose });
  return (
    <FormDialog
      form={form}
      title="End Block"
      submitLabel="End Block"
      busyLabel="Ending..."
      variant="danger"
      onClose={onClose}
    >
      <p>Everybody in {block.network} can sign in and compute again.</p>
      <TextField
        form={form}
        name="reason"
        label="Reason"
        hint="For the audit trail."
        maxLength={networkBlockLimits.reasonMaxLength}
        isProse
      />
    </FormDialog>
  );
}

type NetworkRow = NetworkRecords & { id: string };

const figure = (label: string, name: 'failed' | 'signed_in' | 'accounts' | 'addresses' | 'records') => ({
  label,
  cell: (row: NetworkRow) => formatNumber(row[name]),
  isFigure: true,
  only: 'table' as const,
});

const networkColumns: readonly RecordColumn<NetworkRow>[] = [
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
function NetworksList({ tools }: { tools: ReactNode }) {
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
      columns={networkColumns}
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
