import {
  type networkBlockExportFormats,
  networkBlockLimits,
  networkBlockMessages,
} from 'contract/network-blocks/network-blocks.constants.ts';
import {
  type createNetworkBlock as createRoute,
  type ListNetworkBlocksBody,
  type listNetworks as listNetworksRoute,
  type ListNetworksBody,
  type NetworkBlock,
  type previewNetworkBlock as previewRoute,
  SeenUsers,
} from 'contract/network-blocks/network-blocks.ts';
import type { RouteParsed, RouteResult } from 'contract/route.ts';
import { messages } from 'contract/texts.ts';
import { utcMoment } from 'contract/utc-moment.ts';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { recordStaffEvent, recordView } from '#audit/audit.ts';
import type { Actor, Caller } from '#auth/sessions/callers.ts';
import { announceEndedSessions } from '#auth/sessions/sessions.queries.ts';
import { refuseEnd } from '#domain/refuse-end.ts';
import { othersOf, isReasonRequired, type ViewDependencies } from '#domain/accounts/user-views.ts';
import { lockCallerAgainstDeletion } from '#domain/accounts/permissions.ts';
import { placePage } from '#domain/lists/lists.ts';
import { orderBy, placeMatches } from '#domain/lists/small-lists.ts';
import type { NetworkBlocks } from '#domain/network-blocks/network-blocks.ts';
import { AppError, tooManyRequests, validationFailed } from '#errors.ts';
import type { Prisma } from '#generated/prisma/client.ts';
import { lockName, readClock } from '#platform/database/clock-and-locks.queries.ts';
import type { Database, HasDatabase, Transaction } from '#platform/database/database.ts';
import { normalizeNetwork } from '#platform/ip-addresses.ts';
import { StartError } from '#platform/process/start-error.ts';
import {
  revokeSessionsOf,
  selectActiveBlocksOf,
  selectBlocksOf,
  selectEnclosingBlock,
  selectNetworks,
  selectNextBlockTime,
  selectNetworkActivity,
} from './network-blocks.queries.ts';
import { protectionsFrom, protectionsOf, isTooWide } from './protected-networks.ts';

export interface NetworkBlockDependencies extends HasDatabase {
  networkBlocks: NetworkBlocks;
  trustProxy: readonly string[];
}

const withNames = {
  include: { created_by: { select: { username: true } }, ended_by: { select: { username: true } } },
} as const;
type BlockRow = Prisma.NetworkBlockGetPayload<typeof withNames>;

const toBlock = ({ created_by, ended_by, ...row }: BlockRow, now: Date): z.input<typeof NetworkBlock> => ({
  ...row,
  created_by: created_by?.username ?? null,
  ended_by: ended_by?.username ?? null,
  state: row.ended_at === null && row.ends_at > now ? 'active' : 'ended',
});

const activeAt = (now: Date): Prisma.NetworkBlockWhereInput => ({ ended_at: null, ends_at: { gt: now } });

/** Throws `validation_failed` for a protected network, and `conflict` inside another block. */
export async function createNetworkBlock(
  { database, networkBlocks, trustProxy }: NetworkBlockDependencies,
  actor: Actor,
  { network: text, reason, ends_at, end_sessions }: RouteParsed<typeof createRoute>['body'],
) {
  const { caller, clientInfo } = actor;
  const network = normalizeNetwork(text)?.network ?? text;
  const protections = protectionsOf(network, { trustProxy, clientInfo });
  if (protections.length > 0) throw validationFailed({ network: protections });
  const { reasons, superuserIds } = await protectionsFrom(database, caller, network);
  if (reasons.length > 0) {
    const details = { filter: { network }, user_ids: othersOf(superuserIds, actor) };
    await recordView({ database }, actor, { action: 'createNetworkBlock', userId: null, details });
    throw validationFailed({ network: reasons });
  }
  const created = await database.prisma.$transaction(async (tx) => {
    const revision = await nextRevision(tx);
    await lockCallerAgainstDeletion(tx, caller);
    const now = await readClock(tx);
    refuseEnd(ends_at, now, networkBlockLimits);
    const [enclosing] = await selectEnclosingBlock(tx, network);
    if (enclosing) {
      const until = utcMoment(enclosing.ends_at);
      throw new AppError('conflict', `${enclosing.network} is blocked already, until ${until}.`);
    }
    if ((await tx.networkBlock.count({ where: activeAt(now) })) >= networkBlockLimits.active) {
      throw new AppError('conflict', networkBlockMessages.tooMany);
    }
    await refuseTooMany(tx, caller);
    const block = await tx.networkBlock.create({
      data: { id: uuidv7(), network, reason, ends_at, revision, created_by_id: caller.user.id },
      ...withNames,
    });
    const revoked = end_sessions ? await revokeSessionsOf(tx, network, caller) : [];
    for (const userId of new Set(revoked.map(({ user_id }) => user_id)))
      await announceEndedSessions(tx, userId);
    await recordStaffEvent(tx, actor, {
      action: 'createNetworkBlock',
      message: `blocked the network ${network} until ${utcMoment(ends_at)}.`,
      details: { block_id: block.id, network, reason, ends_at, ended_sessions: revoked.length },
    });
    return toBlock(block, now);
  });
  await networkBlocks.reload();
  return created;
}

export async function readNetworkBlock({ database }: HasDatabase, id: string) {
  const block = await database.prisma.networkBlock.findUniqueOrThrow({ where: { id }, ...withNames });
  return toBlock(block, await readClock(database));
}

async function refuseTooMany(tx: Transaction, { user }: Caller): Promise<void> {
  if (user.is_superuser) return;
  const [next] = await selectNextBlockTime(tx, user.id);
  if (!next) return;
  const { perAgentAndHour } = networkBlockLimits;
  const msg = `${messages.tooManyRequests}: at most ${perAgentAndHour} networks an hour.`;
  const limit = { name: 'network_blocks', max: perAgentAndHour, windowSeconds: 3_600 };
  throw tooManyRequests(next.wait_seconds, msg, limit);
}

export async function endNetworkBlock(
  { database, networkBlocks }: NetworkBlockDependencies,
  actor: Actor,
  id: string,
  reason: string,
) {
  const ended = await database.prisma.$transaction(async (tx) => {
    const revision = await nextRevision(tx);
    await lockCallerAgainstDeletion(tx, actor.caller);
    const now = await readClock(tx);
    const block = await tx.networkBlock.findUniqueOrThrow({ where: { id } });
    const { count } = await tx.networkBlock.updateMany({
      where: { id, ...activeAt(now) },
      data: { ended_at: now, ended_by_id: actor.caller.user.id, end_reason: reason, revision },
    });
    if (count === 0) throw new AppError('conflict', networkBlockMessages.endedAlready);
    await recordStaffEvent(tx, actor, {
      action: 'endNetworkBlock',
      message: `ended the block of the network ${block.network}.`,
      details: { block_id: id, network: block.network, reason },
    });
    return toBlock(await tx.networkBlock.findUniqueOrThrow({ where: { id }, ...withNames }), now);
  });
  await networkBlocks.reload();
  return ended;
}

/** For an operator who is locked out. Ends the blocks that contain the IP address or network, and resolves to their networks. */
export async function endBlocksByOperator(database: Database, text: string): Promise<string[]> {
  const network = normalizeNetwork(text)?.network;
  if (network === undefined) throw new StartError(`${text} is no IP address and no network.`);
  return database.prisma.$transaction(async (tx) => {
    const revision = await nextRevision(tx);
    const blocks = await selectActiveBlocksOf(tx, network);
    if (blocks.length === 0) throw new StartError(`No active block contains ${network}.`);
    const end_reason = networkBlockMessages.endedByOperator;
    const ended_at = await readClock(tx);
    for (const { id, network: blocked } of blocks) {
      await tx.networkBlock.update({ where: { id }, data: { ended_at, end_reason, revision } });
      await recordStaffEvent(tx, null, {
        action: 'endNetworkBlock',
        message: `ended the block of the network ${blocked}.`,
        details: { block_id: id, network: blocked, reason: end_reason },
      });
    }
    return blocks.map((block) => block.network);
  });
}

/** Those who change blocks take turns, so that revisions rise in the order of the commits. */
async function nextRevision(tx: Transaction): Promise<number> {
  await lockName(tx, 'network blocks');
  const { _max } = await tx.networkBlock.aggregate({ _max: { revision: true } });
  return (_max.revision ?? 0) + 1;
}

export async function listNetworkBlocks(
  { database }: HasDatabase,
  { state, network, sort, ...paging }: z.output<typeof ListNetworkBlocksBody>,
) {
  const now = await readClock(database);
  const normal = network && (normalizeNetwork(network)?.network ?? network);
  const where: Prisma.NetworkBlockWhereInput = {
    ...(state && (state === 'active' ? activeAt(now) : { NOT: activeAt(now) })),
    ...(normal && { id: { in: (await selectBlocksOf(database, normal)).map(({ id }) => id) } }),
  };
  const { networkBlock } = database.prisma;
  const totalBlock = await networkBlock.count({ where });
  const { place, range } = placeMatches(paging, totalBlock, where, networkBlockMessages.noneFound);
  const order = orderBy(sort, { time: 'created_at', name: 'network' });
  const rows = await networkBlock.findMany({ where, orderBy: order, ...range, ...withNames });
  return { data: rows.map((row) => toBlock(row, now)), totalBlock, ...place };
}

/** Without rows on a page past the end, as the counts change at any time. */
export async function listNetworks(
  { database }: HasDatabase,
  { page, page_size }: z.output<typeof ListNetworksBody>,
): Promise<RouteResult<typeof listNetworksRoute>> {
  const read = (at: number) => selectNetworks(database, { limit: page_size, offset: (at - 1) * page_size });
  let rows = await read(page);
  const [first] = rows.length === 0 && page > 1 ? await read(1) : rows;
  const total = first?.total ?? 0;
  const { place } = placePage({ page, page_size }, total);
  if (rows.length === 0 && total > 0) rows = await read(place.page);
  return { data: rows.map(({ total: _total, ...row }) => row), totalNetwork: total, ...place };
}

const lines = {
  plain: (network) => network,
  haproxy: (network) => network,
  nginx: (network) => `deny ${network};`,
} satisfies Record<(typeof networkBlockExportFormats)[number], (network: string) => string>;

/** One active network a line, in the format of a firewall or proxy. */
export async function exportNetworkBlocks({ database }: HasDatabase, format: keyof typeof lines) {
  const now = await readClock(database);
  const blocks = await database.prisma.networkBlock.findMany({
    where: activeAt(now),
    orderBy: { network: 'asc' },
    select: { network: true },
  });
  return blocks.map(({ network }) => `${lines[format](network)}\n`).join('');
}

/** What a block of the network would have stopped, and whom it would hit. */
export async function previewNetworkBlock(
  { database, settings, trustProxy }: NetworkBlockDependencies & ViewDependencies,
  { caller, clientInfo }: Actor,
  { network: text, days }: RouteParsed<typeof previewRoute>['body'],
): Promise<RouteResult<typeof previewRoute> & { superuserIds: string[] }> {
  const network = normalizeNetwork(text)?.network ?? text;
  const { reasons, superuserIds } = await protectionsFrom(database, caller, network);
  const [activity] = await selectNetworkActivity(database, network, days);
  const { addresses = 0, user_count = 0, matches = {}, users = [] } = activity ?? {};
  return {
    network,
    addresses,
    matches,
    user_count,
    // Who would be hit is a view of each, for which the agent would have to state a reason.
    users: isReasonRequired({ settings }) || isTooWide(network) ? [] : SeenUsers.parse(users),
    sign_ins: matches['login'] ?? 0,
    failed_sign_ins: matches['login_failed'] ?? 0,
    registrations: matches['register'] ?? 0,
    protected: [...protectionsOf(network, { trustProxy, clientInfo }), ...reasons],
    superuserIds,
  };
}
