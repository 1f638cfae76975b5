import { networkBlockStates } from 'contract/network-blocks/network-blocks.constants.ts';
import type { NetworkBlock } from 'contract/network-blocks/network-blocks.ts';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { formatNumber } from '#parts/format/format.ts';
import { choiceField, type FilterField } from '#parts/list/filter-form.tsx';
import { useListSearch } from '#parts/list/list-search.ts';
import { blockedNetworkOf, filteredPath, paths } from '#parts/navigation/paths.ts';
import { ListScreen } from '#parts/record-list/list-screen.tsx';
import { Button } from '#ui/controls/button.tsx';
import { optionsOf } from '#ui/controls/input.tsx';
import { Labelled } from '#ui/controls/labelled.tsx';
import { Tag } from '#ui/feedback/tag.tsx';
import { CardGrid } from '#ui/layout/card-grid.tsx';
import { DescriptionList } from '#ui/layout/description-list.tsx';
import { UtcTime } from '#ui/utc-time.tsx';
import { BlockNetworkDialog } from './block-network-dialog.tsx';
import { EndBlockDialog } from './end-block-dialog.tsx';
import { useNetworkBlocks } from './network-blocks.queries.ts';

const fields: readonly FilterField[] = [
  { name: 'network', label: 'IP address or network', kind: 'text' },
  choiceField('state', 'State', optionsOf(networkBlockStates)),
];

export default function NetworkBlocksScreen() {
  const search = useListSearch(fields);
  const { hash, pathname, search: query } = useLocation();
  const navigate = useNavigate();
  // Other screens link to the dialog with a network.
  const network = blockedNetworkOf(hash);
  const close = () => void navigate({ pathname, search: query }, { replace: true });
  const [ended, setEnded] = useState<NetworkBlock | null>(null);
  return (
    <>
      <ListScreen
        title="Blocked networks"
        lede="Guests from a blocked network can read, and nothing else, until the block ends. Times in UTC."
        noun={{ one: 'block', many: 'blocks' }}
        emptyText="No block found. Block a network here, or from an IP record."
        fetchFailure="Failed to fetch the blocks"
        fields={fields}
        search={search}
        list={useNetworkBlocks(search)}
        tools={
          <>
            <Button variant="primary" aria-haspopup="dialog" onClick={() => void navigate('#block=')}>
              Block a Network
            </Button>
            <Link to={paths.adminIpRecords}>IP records</Link>
          </>
        }
      >
        {(blocks) => (
          <CardGrid>
            {blocks.map((block) => (
              <BlockCard key={block.id} block={block} onEnd={() => setEnded(block)} />
            ))}
          </CardGrid>
        )}
      </ListScreen>
      {network !== undefined && <BlockNetworkDialog network={network} onClose={close} />}
      {ended && <EndBlockDialog block={ended} onClose={() => setEnded(null)} />}
    </>
  );
}

interface BlockCardProps {
  block: NetworkBlock;
  onEnd: () => void;
}

function BlockCard({ block, onEnd }: BlockCardProps) {
  const { network, state, reason, created_at, created_by, ends_at, ended_at, ended_by, end_reason } = block;
  return (
    <li className="flex min-w-0 flex-col gap-3 border-t border-rule pt-4 max-md:pe-bar">
      <p>
        <Tag tone={state === 'active' ? 'warn' : 'quiet'}>{state}</Tag>
      </p>
      <h2 className="text-md wrap-anywhere">
        <Link to={filteredPath(paths.adminIpRecords, { ip_address: network })}>{network}</Link>
      </h2>
      <p className="text-sm wrap-anywhere whitespace-pre-wrap">{reason}</p>
      <DescriptionList
        items={{
          Blocked: <UtcTime at={created_at} />,
          By: created_by ?? 'A deleted user',
          Until: <UtcTime at={ends_at} />,
          Refused: formatNumber(block.refused),
          ...(ended_at !== null && {
            Ended: <UtcTime at={ended_at} />,
            'Ended by': ended_by ?? 'A deleted user',
            'Why it ended': end_reason,
          }),
        }}
      />
      {state === 'active' && (
        <Button className="mt-auto self-start" variant="danger" aria-haspopup="dialog" onClick={onEnd}>
          <Labelled name={network}>End Block</Labelled>
        </Button>
      )}
    </li>
  );
}
