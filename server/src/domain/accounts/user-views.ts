import { viewReasonMessages } from 'contract/view-reasons/view-reasons.constants.ts';
import { appliedFilter, recordView, type StaffAction } from '#audit/audit.ts';
import type { Actor } from '#auth/sessions/callers.ts';
import { AppError } from '#errors.ts';
import type { HasDatabase } from '#platform/database/database.ts';
import type { Settings } from '#settings/settings.ts';
import { selectViewReasons } from './user-views.queries.ts';

export type ViewDependencies = HasDatabase & { settings: Settings };

/** The users in a response to staff. */
export type View =
  | {
      userId: string;
      /** What the agent has stated. Read if it is absent. */
      reason?: string | null;
    }
  | {
      userIds: readonly (string | null)[];
      /** The filter, the order and the place of the page. */
      request: object;
      /** Whether the filter singles users out, by a name, an IP address or a text. */
      isSearch: boolean;
    };

/**
 * Records what a response shows of other users, before it is sent. Throws `view_reason_required` if the setting requires a reason
 * and the agent has stated none: for a record, and for each user whom a search has found.
 */
export async function recordViews(
  deps: ViewDependencies,
  actor: Actor,
  action: StaffAction,
  view: View,
): Promise<void> {
  if ('userId' in view) {
    const { userId } = view;
    if (userId === actor.caller.user.id) return;
    const known = view.reason === undefined ? undefined : new Map([[userId, view.reason]]);
    const reasons = await requireReasons(deps, actor, [userId], known);
    const reason = reasons.get(userId) ?? null;
    await recordView(deps, actor, { action, userId, details: reason === null ? {} : { reason } });
    return;
  }
  const userIds = othersOf(view.userIds, actor);
  if (userIds.length === 0) return;
  if (view.isSearch) await requireReasonsForSearch(deps, actor, userIds);
  const { page, page_size, ...filter } = view.request as { page?: number; page_size?: number };
  const place = page === undefined ? {} : { page, page_size };
  const details = { filter: appliedFilter(filter), ...place, user_ids: userIds };
  await recordView(deps, actor, { action, userId: null, details });
}

/** The users except the agent, in a fixed order. */
export const othersOf = (userIds: readonly (string | null)[], { caller }: Pick<Actor, 'caller'>): string[] =>
  [...new Set(userIds)]
    .filter((id): id is string => id !== null && id !== caller.user.id)
    .toSorted((a, b) => (a < b ? -1 : 1));

/** Without the setting, a search costs no statement. */
export async function requireReasonsForSearch(
  deps: ViewDependencies,
  actor: Pick<Actor, 'caller'>,
  userIds: readonly string[],
): Promise<void> {
  if (isReasonRequired(deps)) await requireReasons(deps, actor, userIds);
}

export const isReasonRequired = ({ settings }: ViewDependencies) =>
  settings.current().view_reason === 'required';

/** The most users whom the message of a refusal names, and the most in its `users`. */
const [maxNamed, maxUsers] = [5, 100];

async function requireReasons(
  deps: ViewDependencies,
  { caller: { user } }: Pick<Actor, 'caller'>,
  userIds: readonly string[],
  known?: ReadonlyMap<string, string | null>,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = known ? [] : await selectViewReasons(deps.database, user.id, userIds);
  const reasons = known ?? new Map(rows.map(({ id, reason }) => [id, reason]));
  if (!isReasonRequired(deps)) return reasons;
  const missing = [...reasons].filter(([, reason]) => reason === null);
  if (missing.length === 0) return reasons;
  const users = rows.flatMap(({ id, username, reason }) => (reason === null ? { id, username } : []));
  const names = users.map(({ username }) => username);
  throw new AppError(
    'view_reason_required',
    // Of a single user, the agent knows the name.
    userIds.length === 1
      ? viewReasonMessages.required
      : viewReasonMessages.requiredFor(names.slice(0, maxNamed), names.length),
    known ? {} : { users: users.slice(0, maxUsers) },
  );
}
