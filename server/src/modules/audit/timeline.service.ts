import {
  auditMessages,
  type listTimeline as listTimelineRoute,
  type TimelineEntry,
  timelineKinds,
  timelineLimits,
} from 'contract/audit/audit.ts';
import type { RouteParsed, RouteResult } from 'contract/route.ts';
import { isFlagAction } from '#audit/flag-events.ts';
import type { Caller } from '#auth/sessions/callers.ts';
import { placePage } from '#domain/lists/lists.ts';
import { type HasNetworkNames, withNetworks } from '#domain/networks/network-names.ts';
import { AppError } from '#errors.ts';
import { ipAddressRange, normalizeNetwork } from '#platform/ip-addresses.ts';
import type { Database, HasDatabase } from '#platform/database/database.ts';
import {
  type Entry,
  selectIpAddressAccounts,
  selectIpAddressTimeline,
  selectUserTimeline,
} from './timeline.queries.ts';

type Request = RouteParsed<typeof listTimelineRoute>['body'];
type Timeline = RouteResult<typeof listTimelineRoute>;

/** Only superusers see the entries of the audit trail. */
export async function listTimeline(deps: HasDatabase & HasNetworkNames, caller: Caller, request: Request) {
  const { database } = deps;
  const { page_size } = request;
  const read = (page: number) =>
    readEntries(database, caller, request, { limit: page_size, offset: (page - 1) * page_size });
  let entries = await read(request.page);
  const counted = entries.length === 0 && request.page > 1 ? await read(1) : entries;
  const [first] = counted;
  const sums =
    request.ip_address === undefined
      ? { accounts: null, sign_ins: null }
      : await readAccounts(database, request.ip_address);
  // An IP address with accounts or failures still has their sums if it has no record of the kind.
  const hasSums = (sums.accounts?.total ?? 0) + (sums.sign_ins?.failed ?? 0) > 0;
  if (!first && (request.kind === null || request.run !== undefined || !hasSums))
    throw new AppError('not_found', auditMessages.noTimelineFound);
  const { total = 0, records = 0, since = null } = first ?? {};
  const { place } = placePage(request, total);
  if (entries.length === 0 && total > 0) entries = await read(place.page);
  return {
    data: withNetworks(deps, entries).map((entry) => toEntry(entry, request)),
    totalTimeline: total,
    ...place,
    records,
    since,
    ...sums,
  };
}

function toEntry(
  {
    run_count,
    run_first_at,
    run_addresses,
    since: _since,
    records: _records,
    total: _total,
    ...entry
  }: Entry & Pick<TimelineEntry, 'network'>,
  { run }: Request,
) {
  const isRun = run === undefined && run_count >= timelineLimits.runLength;
  return {
    ...entry,
    sources: timelineKinds.filter((kind) => entry.sources.includes(kind)),
    run: isRun ? { count: run_count, first_at: run_first_at, addresses: run_addresses } : null,
  };
}

/** Without the users of flags, whose accesses would tell them. */
export const usersOf = ({ data, accounts }: Timeline): (string | null)[] => [
  ...data.filter(({ action }) => !isFlagAction(action)).map(({ user_id }) => user_id),
  ...(accounts?.data ?? []).map(({ id }) => id),
];

async function readEntries(
  database: Database,
  { user, scopes }: Caller,
  { user_id, ip_address = '', kind, fold, run }: Request,
  place: { limit: number; offset: number },
): Promise<Entry[]> {
  const span = { ...place, kind, fold, run: run ?? null, viewer: { ...user, isToken: scopes !== null } };
  const isWhole = user.is_superuser;
  // As in the log records.
  const written = normalizeNetwork(ip_address)?.network ?? ip_address;
  const entries =
    user_id === undefined
      ? await selectIpAddressTimeline(database, ipAddressRange(ip_address), written, isWhole, span)
      : await selectUserTimeline(database, user_id, isWhole, span);
  // Only superusers see the IP address of an agent.
  return user.is_superuser
    ? entries
    : entries.map((entry) => (entry.sources.includes('ip') ? entry : { ...entry, ip_address: null }));
}

async function readAccounts(database: Database, ipAddress: string) {
  const rows = await selectIpAddressAccounts(database, ipAddressRange(ipAddress));
  const { total = 0, all_failed: failed = 0, all_signed_in: succeeded = 0 } = rows[0] ?? {};
  const data = rows.flatMap(({ id, username, records, failed: failures, signed_in, last_at }) =>
    id === null || username === null ? [] : { id, username, records, failed: failures, signed_in, last_at },
  );
  return {
    accounts: { total, data: data.slice(0, timelineLimits.accounts) },
    sign_ins: { failed, succeeded },
  };
}
