import { appliedFilter, recordView, type StaffAction } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { isWholeId } from '#domain/lists/list-statements.ts';
import { AppError } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';
import { selectNamedUsers, selectViewReason } from './user-views.queries.ts';

export type ViewDependencies = HasDatabase & { settings: Settings };

/** The users in a response to staff. */
export type View =
  | {
      userId: string;
      /** What the agent has stated. Read if it is absent. */
      reason?: string | null;
      /** For an act, which needs none. */
      isReasonOptional?: boolean;
    }
  | {
      userIds: readonly (string | null)[];
      /** The filter, the order and the place of the page. */
      request: object;
    };

type Agent = Pick<Actor, 'caller'>;

/**
 * Records what a response shows of other users, before it is sent. Throws `view_reason_required` if the setting requires a reason
 * for a record and the agent has stated none. `searchReason` is that of a search.
 */
export async function recordViews(
  deps: ViewDependencies,
  actor: Actor,
  action: StaffAction,
  { view, searchReason = null }: { view: View; searchReason?: string | null },
): Promise<void> {
  if ('userId' in view) {
    const { userId } = view;
    if (userId === actor.caller.user.id) return;
    const reason =
      view.reason === undefined ? await readReason(deps, actor.caller.user.id, userId) : view.reason;
    if (reason === null && !view.isReasonOptional && isReasonRequired(deps)) throw reasonMissing();
    await recordView(deps, actor, { action, userId, details: withReason({}, reason) });
    return;
  }
  const userIds = othersOf(view.userIds, actor);
  if (userIds.length === 0) return;
  const { page, page_size, view_reason: _reason, ...filter } = view.request as SearchRequest;
  const place = page === undefined ? {} : { page, page_size };
  const details = withReason({ filter: appliedFilter(filter), ...place, user_ids: userIds }, searchReason);
  await recordView(deps, actor, { action, userId: null, details });
}

export const withReason = (details: object, reason: string | null): object =>
  reason === null ? details : { ...details, reason };

async function readReason({ database }: HasDatabase, agentId: string, userId: string) {
  const [row] = await selectViewReason(database, agentId, userId);
  return row?.reason ?? null;
}

const reasonMissing = () => new AppError('view_reason_required');

/** The users except the agent, in a fixed order. */
export const othersOf = (userIds: readonly (string | null)[], { caller }: Agent): string[] =>
  [...new Set(userIds)]
    .filter((id): id is string => id !== null && id !== caller.user.id)
    .toSorted((a, b) => (a < b ? -1 : 1));

/** The parts of a request that find no fewer users. */
interface SearchRequest {
  page?: number;
  page_size?: number;
  sort?: unknown;
  view_reason?: string | undefined;
}

/** The filters that name users, by a whole id or a part of the username. */
const namingFilters: ReadonlySet<string> = new Set(['user', 'user_id', 'actor', 'target']);

/**
 * The reason of a search, that is of a request with any filter. Call it before the search runs: the refusal is the same whatever the
 * search would find. Throws `view_reason_required` if the setting requires a reason, the request has none, and the agent has stated
 * none for a user whom the request names.
 */
export async function readSearchReason(
  deps: ViewDependencies,
  { caller }: Agent,
  request: object,
): Promise<string | null> {
  const { page: _page, page_size: _size, sort: _sort, view_reason, ...rest } = request as SearchRequest;
  if (view_reason !== undefined) return view_reason;
  if (!isReasonRequired(deps)) return null;
  const filter = Object.entries(appliedFilter(rest));
  if (filter.length === 0) return null;
  const names = filter.flatMap(([field, value]) => (namingFilters.has(field) ? [String(value)] : []));
  if (names.length === 0) throw reasonMissing();
  let stated: string | null = null;
  for (const name of names) {
    const named = await readStatedReason(deps, caller.user.id, name);
    if (!named?.is_stated) throw reasonMissing();
    stated ??= named.reason;
  }
  return stated;
}

/** Of the users whom a whole id or a part of a username names. */
async function readStatedReason(deps: HasDatabase, agentId: string, name: string) {
  if (!isWholeId(name)) return (await selectNamedUsers(deps.database, agentId, name))[0];
  const reason = await readReason(deps, agentId, name);
  return { is_stated: reason !== null || name === agentId, reason };
}

export const isReasonRequired = ({ settings }: Pick<ViewDependencies, 'settings'>) =>
  settings.current().view_reason === 'required';
