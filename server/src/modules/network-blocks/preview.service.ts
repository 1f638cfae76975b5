import {
  type previewNetworkBlock as previewRoute,
  SeenUsers,
} from 'contract/network-blocks/network-blocks.ts';
import type { RouteParsed, RouteResult } from 'contract/route.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { isReasonRequired, type ViewDependencies } from '#domain/accounts/user-views.ts';
import { normalizeNetwork } from '#platform/ip-addresses.ts';
import { selectNetworkActivity } from './network-blocks.queries.ts';
import { isTooWide, protectionsFrom, protectionsOf } from './protected-networks.ts';

interface PreviewDependencies extends ViewDependencies {
  trustProxy: readonly string[];
}

/** What a block of the network would have stopped, and whom it would hit. */
export async function previewNetworkBlock(
  { database, settings, trustProxy }: PreviewDependencies,
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
