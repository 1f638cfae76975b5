import type { Database } from '#platform/database/database.ts';
import { normalizeNetwork, prefixReader } from '#platform/ip-addresses.ts';
import { repeat } from '#platform/process/stopping.ts';
import { addRefusals, selectActiveBlocks, selectRevision } from './network-blocks.queries.ts';

export interface ActiveBlock {
  id: string;
  endsAt: Date;
}

/** The active blocks, held in the memory of the process. */
export interface NetworkBlocks {
  /** The block of the network with this IP address. It costs one look-up for each prefix length in use. */
  find: (ipAddress: string) => ActiveBlock | undefined;
  countRefusal: (block: ActiveBlock) => void;
  reload: () => Promise<void>;
  /** Adds the counted refusals up in the database. */
  saveRefusals: () => Promise<void>;
}

/** Half of the 2 seconds within which every process applies a change. */
const reloadMs = 1_000;
const saveMs = 60_000;

export async function openNetworkBlocks(database: Database): Promise<NetworkBlocks> {
  let [networks, revision] = [noNetworks, 0];
  let refusals = new Map<string, number>();

  const reload = async () => {
    const [current] = await selectRevision(database);
    if (!current || current.revision === revision) return;
    networks = networksOf(await selectActiveBlocks(database));
    revision = current.revision;
  };
  await reload();

  return {
    find: (ipAddress) => {
      if (networks.size === 0) return undefined;
      const readPrefix = prefixReader(ipAddress);
      if (!readPrefix) return undefined;
      for (const { bits, blocks } of networks.prefixes[kindOf(ipAddress)]) {
        const block = blocks.get(readPrefix(bits));
        if (block && block.endsAt.getTime() > Date.now()) return block;
      }
      return undefined;
    },
    countRefusal: ({ id }) => void refusals.set(id, (refusals.get(id) ?? 0) + 1),
    reload,
    saveRefusals: async () => {
      if (refusals.size === 0) return;
      const counted = refusals;
      refusals = new Map();
      try {
        await addRefusals(database, [...counted.keys()], [...counted.values()]);
      } catch (error) {
        for (const [id, count] of counted) refusals.set(id, (refusals.get(id) ?? 0) + count);
        throw error;
      }
    },
  };
}

/** Applies the changes of other processes. While the database is down, the last known blocks apply. */
export function pollNetworkBlocks({ reload, saveRefusals }: NetworkBlocks): { stop: () => Promise<void> } {
  const polling = repeat(() => unlessDown(reload, reloadMs));
  const saving = repeat(() => unlessDown(saveRefusals, saveMs));
  return {
    stop: async () => {
      await Promise.all([polling.stop(), saving.stop()]);
      await unlessDown(saveRefusals, 0);
    },
  };
}

const unlessDown = async (work: () => Promise<void>, pauseMs: number): Promise<number> => {
  await work().catch(() => {});
  return pauseMs;
};

interface Networks {
  size: number;
  /** By the length of their prefix, for each kind of IP address. */
  prefixes: Record<'ipv4' | 'ipv6', { bits: number; blocks: Map<number | string, ActiveBlock> }[]>;
}

const noNetworks: Networks = { size: 0, prefixes: { ipv4: [], ipv6: [] } };

const kindOf = (ipAddress: string) => (ipAddress.includes(':') ? 'ipv6' : 'ipv4');

function networksOf(rows: readonly { id: string; network: string; ends_at: Date }[]): Networks {
  const prefixes: Networks['prefixes'] = { ipv4: [], ipv6: [] };
  for (const { id, network, ends_at } of rows) {
    const normal = normalizeNetwork(network);
    const [ipAddress = ''] = network.split('/');
    const key = normal && prefixReader(ipAddress)?.(normal.prefixBits);
    if (!normal || key === undefined) continue;
    const { kind, prefixBits: bits } = normal;
    let prefix = prefixes[kind].find((known) => known.bits === bits);
    if (!prefix) prefixes[kind].push((prefix = { bits, blocks: new Map() }));
    const former = prefix.blocks.get(key);
    if (!former || former.endsAt < ends_at) prefix.blocks.set(key, { id, endsAt: ends_at });
  }
  return { size: rows.length, prefixes };
}
